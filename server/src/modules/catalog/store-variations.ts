import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CatalogTables, VariationRow } from './tables.ts';

/** The variation, archived ones too. */
export function findVariation(db: Reader, accountId: string, id: string): Promise<VariationRow | undefined> {
  return variationsOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** Adds a variation; `false`, and nothing changed, when the account has one with this id. */
export async function insertVariation(tx: Tx, row: VariationRow): Promise<boolean> {
  const inserted = await tx
    .tables<CatalogTables>()
    .insertInto('variations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Puts the row in place of the one with its id. */
export async function saveVariation(tx: Tx, row: VariationRow): Promise<void> {
  await tx
    .tables<CatalogTables>()
    .updateTable('variations')
    .set(row)
    .where('accountId', '=', row.accountId)
    .where('id', '=', row.id)
    .execute();
}

function variationsOf(db: Reader, accountId: string) {
  return db.tables<CatalogTables>().selectFrom('variations').selectAll().where('accountId', '=', accountId);
}
