import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { CodePurpose, IdentityCode, IdentityTables } from '../tables.ts';

/** Identifies a code: by its holder's secret, and by its purpose. */
interface CodeClaim {
  readonly purpose: CodePurpose;
  readonly emailKey: string;
  readonly codeHash: string;
  readonly now: Date;
}

/** Replaces the customer's code for this purpose. */
export async function replaceCode(tx: Tx, code: IdentityCode): Promise<void> {
  const { codeHash, email, emailKey, createdAt, expiresAt } = code;
  await tx
    .tables<IdentityTables>()
    .insertInto('identityCodes')
    .values(code)
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'customerId', 'purpose'])
        .doUpdateSet({ codeHash, email, emailKey, createdAt, expiresAt }),
    )
    .execute();
}

/** The valid code that is presented; one query, whether the email belongs to a customer or to nobody. */
export function findCode(
  db: Reader,
  accountId: string,
  { purpose, emailKey, codeHash, now }: CodeClaim,
): Promise<IdentityCode | undefined> {
  return db
    .tables<IdentityTables>()
    .selectFrom('identityCodes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .where('emailKey', '=', emailKey)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses up a code: of any number of concurrent transactions, only one gets `true`. */
export async function useUpCode(
  tx: Tx,
  { accountId, customerId, purpose, codeHash }: IdentityCode,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .tables<IdentityTables>()
    .deleteFrom('identityCodes')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Voids the codes that were sent to the customer: those for some purposes, or all of them. */
export async function voidCodes(
  tx: Tx,
  accountId: string,
  customerId: string,
  purposes?: readonly CodePurpose[],
): Promise<void> {
  const all = tx
    .tables<IdentityTables>()
    .deleteFrom('identityCodes')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId);
  await (purposes === undefined ? all : all.where('purpose', 'in', purposes)).execute();
}

/** Deletes at most `most` codes that have expired, of all accounts; returns their number. */
export async function deleteExpiredCodes(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<IdentityTables>();
  const expired = await db
    .selectFrom('identityCodes')
    .select(['accountId', 'codeHash'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (expired.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('identityCodes')
    .where((eb) => eb.or(expired.map((code) => eb.and(code))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
