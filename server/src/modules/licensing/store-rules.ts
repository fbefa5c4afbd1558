import type { Reader, Tx } from '../../platform/database/database.ts';
import type { LicensingTables, ProductLicensing } from './tables.ts';

/** What the products of an account say of their own. */
export function listProductLicensing(db: Reader, accountId: string): Promise<ProductLicensing[]> {
  const query = db.tables<LicensingTables>().selectFrom('productLicensing').selectAll();
  return query.where('accountId', '=', accountId).execute();
}

export async function putProductLicensing(tx: Tx, row: ProductLicensing): Promise<void> {
  const { accountId: _, productId: __, ...rules } = row;
  await tx
    .tables<LicensingTables>()
    .insertInto('productLicensing')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'productId']).doUpdateSet(rules))
    .execute();
}
