import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { OperatorLinkRow, OperatorTables } from '../tables.ts';

interface Claim {
  readonly accountId: string;
  readonly codeHash: string;
  readonly now: Date;
}

/** The link with this code, if it still works. */
export function findLinkRow(
  db: Reader,
  { accountId, codeHash, now }: Claim,
): Promise<OperatorLinkRow | undefined> {
  const query = db.tables<OperatorTables>().selectFrom('operatorLinks').selectAll();
  return query
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses up a link; undefined when another request was faster, or it has expired. */
export function takeLinkRow(
  tx: Tx,
  { accountId, codeHash, now }: Claim,
): Promise<OperatorLinkRow | undefined> {
  return tx
    .tables<OperatorTables>()
    .deleteFrom('operatorLinks')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Stores a link in place of the earlier one for the same. */
export async function replaceLinkRow(tx: Tx, row: OperatorLinkRow): Promise<void> {
  await deleteLinkRows(tx, row.accountId, row.operatorId);
  await tx.tables<OperatorTables>().insertInto('operatorLinks').values(row).execute();
}

/** Deletes the link of an operator, or with null that of the set-up. */
export async function deleteLinkRows(tx: Tx, accountId: string, operatorId: string | null): Promise<void> {
  const query = tx.tables<OperatorTables>().deleteFrom('operatorLinks').where('accountId', '=', accountId);
  await (
    operatorId === null ? query.where('operatorId', 'is', null) : query.where('operatorId', '=', operatorId)
  ).execute();
}

/** Deletes at most `most` links that have expired, of all accounts; returns their number. */
export async function deleteExpiredLinks(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<OperatorTables>();
  const expired = await db
    .selectFrom('operatorLinks')
    .select(['accountId', 'codeHash'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (expired.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('operatorLinks')
    .where((eb) => eb.or(expired.map((link) => eb.and(link))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
