import { recordChange } from '../../platform/database/record-change.ts';
import type { CommandTx } from '../accounts/index.ts';
import { recordCatalogEvent } from './events.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { lockProduct } from './queries.ts';
import { writeCurrentVersion } from './store.ts';

/** Sets, or removes, the release that customers of a product get, as its next revision. Raises `NotFound`. */
export async function setCurrentVersion(
  tx: CommandTx,
  { productId, version }: { readonly productId: string; readonly version: string | null },
): Promise<void> {
  const { currentVersion } = await lockProduct(tx, productId);
  await writeCurrentVersion(tx, tx.account.id, productId, version, tx.clock.now());
  await recordChange(tx, tx.account.id, CATALOG_TOPIC);
  if (currentVersion === version) return;
  recordCatalogEvent(tx, {
    type: 'product.changed',
    subjects: { product: productId },
    data: { before: { currentVersion }, after: { currentVersion: version } },
  });
}
