import { invalidInput, notFound } from '../../kernel/problem.ts';
import { recordChange } from '../../platform/database/change-feed.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { checkProduct } from './domain/checks.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { checkRevision, revised, type Changes } from './revision.ts';
import { lockProduct, saveProduct } from './store-rows.ts';
import type { ProductRow } from './tables.ts';

/** What of a product can change; a field that is absent stays as it is. */
export type ProductChanges = Changes<
  Omit<ProductRow, 'accountId' | 'id' | 'currentVersion' | 'revision' | 'createdAt' | 'updatedAt'>
>;

/**
 * Changes a product; archiving it takes it out of the shop and of the lists, and licenses of it keep working. Raises
 * `NotFound`, `InvalidInput` with every issue, and `StaleRevision` when `expectedRevision` is given and not the
 * product's.
 */
export function updateProduct(
  system: System,
  account: Account,
  id: string,
  changes: ProductChanges,
  expectedRevision?: number,
): Promise<ProductRow> {
  return system.database.transaction(async (tx) => {
    const row = await lockProduct(tx, account.id, id);
    if (row === undefined) throw notFound({ detail: `There is no product ${id}.` });
    checkRevision(row, expectedRevision);
    const changed = revised(row, changes, system.clock.now());
    const errors = checkProduct(changed);
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    await saveProduct(tx, changed);
    await recordChange(tx, account.id, CATALOG_TOPIC);
    return changed;
  });
}
