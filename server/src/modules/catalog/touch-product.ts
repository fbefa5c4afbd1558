import { checkRevision } from '../../kernel/revision.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { CommandTx } from '../accounts/index.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { lockProduct } from './queries.ts';
import { touchItem } from './store.ts';

/**
 * Increments a product's revision because data that another module stores for it changes; the product stays locked
 * until the transaction ends. Raises `NotFound` and `StaleRevision`.
 */
export async function touchProduct(
  tx: CommandTx,
  id: string,
  expectedRevision: number | undefined,
): Promise<{ readonly revision: number }> {
  const product = await lockProduct(tx, id);
  checkRevision(product, expectedRevision);
  await touchItem(tx, tx.account.id, { type: 'Product', id }, tx.clock.now());
  await recordChange(tx, tx.account.id, CATALOG_TOPIC);
  return { revision: product.revision + 1 };
}
