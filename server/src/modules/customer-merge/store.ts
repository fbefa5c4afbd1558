import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CustomerMergeTables, MergeRequest } from './tables.ts';

/** Stores a request in place of an earlier one for the same customer. */
export async function replaceRequest(tx: Tx, request: MergeRequest): Promise<void> {
  const { accountId: _account, fromId: _from, ...row } = request;
  await tx
    .tables<CustomerMergeTables>()
    .insertInto('mergeRequests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['accountId', 'fromId']).doUpdateSet(row))
    .execute();
}

/** The request whose code somebody presents, while it is valid. */
export function findRequest(
  db: Reader,
  accountId: string,
  { codeHash, emailKey, now }: Pick<MergeRequest, 'codeHash' | 'emailKey'> & { readonly now: Date },
): Promise<MergeRequest | undefined> {
  return db
    .tables<CustomerMergeTables>()
    .selectFrom('mergeRequests')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .where('emailKey', '=', emailKey)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses up a request: of any number of concurrent transactions, only one gets `true`. */
export async function takeRequest(tx: Tx, { accountId, codeHash }: MergeRequest): Promise<boolean> {
  const { numDeletedRows } = await tx
    .tables<CustomerMergeTables>()
    .deleteFrom('mergeRequests')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The newest requests, at most `most`, of which a customer is part, while they are valid. */
export async function findRequestsOf(
  db: Reader,
  accountId: string,
  { customerId, now, most }: { readonly customerId: string; readonly now: Date; readonly most: number },
): Promise<MergeRequest[]> {
  const sides = (['fromId', 'intoId'] as const).map((side) =>
    db
      .tables<CustomerMergeTables>()
      .selectFrom('mergeRequests')
      .selectAll()
      .where('accountId', '=', accountId)
      .where(side, '=', customerId)
      .where('expiresAt', '>', now)
      .orderBy('createdAt', 'desc')
      .limit(most)
      .execute(),
  );
  const requests = (await Promise.all(sides)).flat();
  return requests.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).slice(0, most);
}

/** Deletes a valid request, and returns it: of any number of concurrent transactions, only one gets it. */
export function deleteRequest(
  tx: Tx,
  { accountId, fromId, intoId, now }: Pick<MergeRequest, 'accountId' | 'fromId' | 'intoId'> & { now: Date },
): Promise<MergeRequest | undefined> {
  return tx
    .tables<CustomerMergeTables>()
    .deleteFrom('mergeRequests')
    .where('accountId', '=', accountId)
    .where('fromId', '=', fromId)
    .where('intoId', '=', intoId)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the requests that a customer is part of. */
export async function deleteRequestsOf(tx: Tx, accountId: string, customerId: string): Promise<void> {
  for (const side of ['fromId', 'intoId'] as const)
    await tx
      .tables<CustomerMergeTables>()
      .deleteFrom('mergeRequests')
      .where('accountId', '=', accountId)
      .where(side, '=', customerId)
      .execute();
}

/** Deletes at most `most` requests, of all accounts, that nobody has answered in time; returns their number. */
export async function deleteOldRequests(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<CustomerMergeTables>();
  const old = await db
    .selectFrom('mergeRequests')
    .select(['accountId', 'fromId'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (old.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('mergeRequests')
    .where((eb) => eb.or(old.map((request) => eb.and(request))))
    .where('expiresAt', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
