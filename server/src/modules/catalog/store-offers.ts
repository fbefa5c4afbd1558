import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CatalogPage } from './store.ts';
import type { CatalogTables, OfferRow } from './tables.ts';

/** The offer, archived ones too. */
export function findOffer(db: Reader, accountId: string, id: string): Promise<OfferRow | undefined> {
  return offersOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The offer, which stays as read until the transaction ends. */
export function lockOffer(tx: Tx, accountId: string, id: string): Promise<OfferRow | undefined> {
  return offersOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Newest first; gives up to one row more than `limit`, which tells whether there are more. */
export function pageOffers(db: Reader, accountId: string, page: CatalogPage): Promise<OfferRow[]> {
  const newest = offersOf(db, accountId)
    .where('isArchived', '=', page.isArchived)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  const { after } = page;
  if (after === undefined) return newest.execute();
  return newest
    .where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(after.at, after.id)))
    .execute();
}

/** Adds an offer; `false`, and nothing changed, when the account has one with this id. */
export async function insertOffer(tx: Tx, row: OfferRow): Promise<boolean> {
  const inserted = await tx
    .tables<CatalogTables>()
    .insertInto('offers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Puts the row in place of the one with its id. */
export async function saveOffer(tx: Tx, row: OfferRow): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('offers')
    .set(row)
    .where('accountId', '=', row.accountId)
    .where('id', '=', row.id)
    .execute();
}

function offersOf(db: Reader, accountId: string) {
  return db.tables<CatalogTables>().selectFrom('offers').selectAll().where('accountId', '=', accountId);
}
