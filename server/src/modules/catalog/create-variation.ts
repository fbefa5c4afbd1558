import { invalidInput, notFound } from '../../kernel/problem.ts';
import { recordChange } from '../../platform/database/change-feed.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import type { Variation } from './catalog.ts';
import { checkVariation } from './domain/checks.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { newVariationRow, type VariationInput, type VariationOwner } from './new-variation.ts';
import { variationExists } from './problems.ts';
import { clearDefaultVariation, listItemVariations, lockItem, touchItem } from './store.ts';
import { insertVariation } from './store-rows.ts';

/** What a variation is a variation of. */
export interface ItemReference {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
}

/**
 * Adds a way to buy a product or a bundle. The first variation of an item is its default one; a later one that
 * says it is the default takes that over. Raises `NotFound` for an unknown item, `InvalidInput` with every
 * issue, and `VariationExists` when the id is taken.
 */
export async function createVariation(
  system: System,
  account: Account,
  item: ItemReference,
  input: VariationInput,
): Promise<Variation> {
  return system.database.transaction(async (tx) => {
    if (!(await lockItem(tx, account.id, item)))
      throw notFound({ detail: `There is no ${item.type} ${item.id}.` });
    const owner = ownerOf(item);
    const siblings = await listItemVariations(tx, account.id, item);
    const isFirst = !siblings.some(({ isArchived }) => !isArchived);
    const absent = { isDefault: isFirst, position: siblings.length };
    const row = newVariationRow(system, account, owner, input, absent);
    await insertChecked(tx, account, item, row);
    await touchItem(tx, account.id, item, row.createdAt);
    await recordChange(tx, account.id, CATALOG_TOPIC);
    return row;
  });
}

async function insertChecked(tx: Tx, account: Account, item: ItemReference, row: Variation): Promise<void> {
  const errors = checkVariation(row, account.settings.currencies);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  if (row.isDefault) await clearDefaultVariation(tx, account.id, item);
  if (!(await insertVariation(tx, row))) throw variationExists({ instance: row.id });
}

function ownerOf(item: ItemReference): VariationOwner {
  return item.type === 'Product'
    ? { productId: item.id, bundleId: null }
    : { productId: null, bundleId: item.id };
}
