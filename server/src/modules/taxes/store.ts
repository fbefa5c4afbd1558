import type { Reader, Tx } from '../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import type { TaxRateRow, TaxTables } from './tables.ts';

/** Every rate of the account. */
export function readTaxRates(db: Reader, accountId: string): Promise<TaxRateRow[]> {
  return rates(db, accountId).execute();
}

/** Newest first. */
export function pageTaxRates(db: Reader, accountId: string, page: RowPage): Promise<TaxRateRow[]> {
  return newestFirst(rates(db, accountId), page).execute();
}

export function findTaxRateRow(db: Reader, accountId: string, id: string): Promise<TaxRateRow | undefined> {
  return rates(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The rate, locked until the transaction ends. */
export function lockTaxRate(tx: Tx, accountId: string, id: string): Promise<TaxRateRow | undefined> {
  return rates(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertTaxRate(tx: Tx, row: TaxRateRow): Promise<void> {
  await tx.tables<TaxTables>().insertInto('taxRates').values(row).execute();
}

export async function saveTaxRate(tx: Tx, { accountId, id, ...changes }: TaxRateRow): Promise<void> {
  const update = tx.tables<TaxTables>().updateTable('taxRates').set(changes);
  await update.where('accountId', '=', accountId).where('id', '=', id).execute();
}

export async function removeTaxRate(tx: Tx, { accountId, id }: TaxRateRow): Promise<void> {
  const removal = tx.tables<TaxTables>().deleteFrom('taxRates');
  await removal.where('accountId', '=', accountId).where('id', '=', id).execute();
}

function rates(db: Reader, accountId: string) {
  return db.tables<TaxTables>().selectFrom('taxRates').selectAll().where('accountId', '=', accountId);
}
