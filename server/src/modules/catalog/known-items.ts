import type { Reader } from '../../platform/database/database.ts';
import type { Account } from '../accounts/index.ts';
import type { CatalogIds } from './domain/rule-checks.ts';
import { listItemIds } from './store.ts';

/**
 * The items that discounts and offers of the account may refer to: its products and bundles, each with its variations.
 */
export async function catalogIds(db: Reader, account: Pick<Account, 'id'>): Promise<CatalogIds> {
  const { productIds, bundleIds, variations } = await listItemIds(db, account.id);
  const variationsOf = new Map<string, Set<string>>();
  for (const id of productIds) variationsOf.set(`Product/${id}`, new Set());
  for (const id of bundleIds) variationsOf.set(`Bundle/${id}`, new Set());
  for (const { id, productId, bundleId } of variations) {
    variationsOf.get(productId === null ? `Bundle/${bundleId}` : `Product/${productId}`)?.add(id);
  }
  return { variationsOf };
}
