import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { LicensingTables, ProductPolicyRow } from '../tables.ts';

/** The policies of an account's products, or of some of them. */
export function listProductPolicies(
  db: Reader,
  accountId: string,
  productIds?: readonly string[],
): Promise<ProductPolicyRow[]> {
  const rows = db.tables<LicensingTables>().selectFrom('productPolicies').selectAll();
  const ofAccount = rows.where('accountId', '=', accountId);
  return (
    productIds === undefined ? ofAccount : ofAccount.where(inList(db, 'productId', productIds))
  ).execute();
}

/** Stores the policy of a product in place of the previous one. The caller holds the lock of the product. */
export async function putProductPolicy(tx: Tx, row: ProductPolicyRow): Promise<void> {
  const { accountId: _, productId: __, ...policy } = row;
  await tx
    .tables<LicensingTables>()
    .insertInto('productPolicies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'productId']).doUpdateSet(policy))
    .execute();
}
