import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { LicensingTables, ProductLicensing } from '../tables.ts';

/** The own rules of an account's products. */
export async function listProductLicensing(db: Reader, accountId: string): Promise<ProductLicensing[]> {
  const query = db.tables<LicensingTables>().selectFrom('productLicensing').selectAll();
  const rows = await query.where('accountId', '=', accountId).execute();
  return rows.map(({ isOfflinePerpetual, ...row }) => ({
    ...row,
    // Days take precedence: the previous version writes them and leaves this column unchanged.
    offlineDays: row.offlineDays ?? (isOfflinePerpetual ? 0 : null),
  }));
}

/** Replaces a product's own rules. The column of the days cannot hold 0; the one beside it represents that. */
export async function putProductLicensing(tx: Tx, licensing: ProductLicensing): Promise<void> {
  const isOfflinePerpetual = licensing.offlineDays === 0;
  const offlineDays = isOfflinePerpetual ? null : licensing.offlineDays;
  const row = { ...licensing, offlineDays, isOfflinePerpetual };
  const { accountId: _, productId: __, ...rules } = row;
  await tx
    .tables<LicensingTables>()
    .insertInto('productLicensing')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'productId']).doUpdateSet(rules))
    .execute();
}
