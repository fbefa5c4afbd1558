import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CustomerViewRow, CustomerViewTables } from './tables.ts';

export async function insertView(tx: Tx, view: CustomerViewRow): Promise<void> {
  await tx.tables<CustomerViewTables>().insertInto('customerViews').values(view).execute();
}

/** The view that a link opens, while it does. */
export function findViewByCode(
  db: Reader,
  accountId: string,
  { codeHash, now }: { readonly codeHash: string; readonly now: Date },
): Promise<CustomerViewRow | undefined> {
  return db
    .tables<CustomerViewTables>()
    .selectFrom('customerViews')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .where('openUntil', '>', now)
    .executeTakeFirst();
}

/** The view of a token, while it lasts. */
export function findViewByToken(
  db: Reader,
  accountId: string,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: Date },
): Promise<CustomerViewRow | undefined> {
  return db
    .tables<CustomerViewTables>()
    .selectFrom('customerViews')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Puts the token in the place of the link: of any number of concurrent transactions, only one gets `true`. */
export async function exchangeCode(
  tx: Tx,
  { accountId, codeHash }: Pick<CustomerViewRow, 'accountId' | 'codeHash'>,
  tokenHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .tables<CustomerViewTables>()
    .updateTable('customerViews')
    .set({ codeHash: null, tokenHash })
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends a view: of any number of concurrent transactions, only one gets it. */
export function deleteView(tx: Tx, accountId: string, id: string): Promise<CustomerViewRow | undefined> {
  return tx
    .tables<CustomerViewTables>()
    .deleteFrom('customerViews')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** At most `most` views, of all accounts, whose time is over. */
export function findOldViews(
  db: Reader,
  now: Date,
  most: number,
): Promise<Pick<CustomerViewRow, 'accountId' | 'id'>[]> {
  return db
    .tables<CustomerViewTables>()
    .selectFrom('customerViews')
    .select(['accountId', 'id'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
}
