import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { AddressCode, IdentityTables } from '../tables.ts';

export async function insertAddressCode(tx: Tx, code: AddressCode): Promise<void> {
  await tx.tables<IdentityTables>().insertInto('addressCodes').values(code).execute();
}

/** The valid code of an address that somebody presents. */
export function findAddressCode(
  db: Reader,
  accountId: string,
  { codeHash, emailKey, now }: Pick<AddressCode, 'codeHash' | 'emailKey'> & { readonly now: Date },
): Promise<AddressCode | undefined> {
  return db
    .tables<IdentityTables>()
    .selectFrom('addressCodes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .where('emailKey', '=', emailKey)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses up a code: of any number of concurrent transactions, only one gets `true`. */
export async function useUpAddressCode(
  tx: Tx,
  { accountId, codeHash }: Pick<AddressCode, 'accountId' | 'codeHash'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .tables<IdentityTables>()
    .deleteFrom('addressCodes')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Voids every code of an address. */
export async function voidAddressCodes(tx: Tx, accountId: string, emailKey: string): Promise<void> {
  await tx
    .tables<IdentityTables>()
    .deleteFrom('addressCodes')
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .execute();
}

/** Deletes at most `most` codes that have expired, of all accounts; returns their number. */
export async function deleteExpiredAddressCodes(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<IdentityTables>();
  const expired = await db
    .selectFrom('addressCodes')
    .select(['accountId', 'codeHash'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (expired.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('addressCodes')
    .where((eb) => eb.or(expired.map((code) => eb.and(code))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
