import { invalidInput, notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { CommandTx, CommandContext } from '../accounts/index.ts';
import type { Variation } from './catalog.ts';
import { checkVariation } from './domain/checks.ts';
import { recordNewVariation } from './events.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { newVariationRow, type VariationInput, type VariationOwner } from './new-variation.ts';
import { variationExists } from './problems.ts';
import { referenceIssues } from './known-items.ts';
import { clearDefaultVariation, listItemVariations, lockItem, touchItem } from './store.ts';
import { insertVariation } from './store-rows.ts';

/** The product or bundle of a variation. */
export interface ItemReference {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
}

/**
 * Adds a way to buy a product or a bundle. The first variation of an item is its default; a later one that is marked as
 * the default replaces it. Raises `NotFound` for an unknown item, `InvalidInput` with every issue, and
 * `VariationExists` when the id is taken.
 */
export async function createVariation(
  ctx: CommandContext,
  item: ItemReference,
  input: VariationInput,
): Promise<Variation> {
  return transaction(ctx, async (tx) => {
    if (!(await lockItem(tx, ctx.account.id, item)))
      throw notFound({ detail: `There is no ${item.type} ${item.id}.` });
    const owner = ownerOf(item);
    const siblings = await listItemVariations(tx, ctx.account.id, item);
    const isFirst = !siblings.some(({ isArchived }) => !isArchived);
    const absent = { isDefault: isFirst, position: siblings.length };
    const row = newVariationRow(ctx, owner, input, absent);
    await insertChecked(tx, item, row);
    await touchItem(tx, ctx.account.id, item, row.createdAt);
    await recordChange(tx, ctx.account.id, CATALOG_TOPIC);
    recordNewVariation(tx, row);
    return row;
  });
}

async function insertChecked(tx: CommandTx, item: ItemReference, row: Variation): Promise<void> {
  const [references] = await referenceIssues(tx, [row]);
  const errors = { ...checkVariation(row, tx.account.settings.currencies), ...references };
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  if (row.isDefault) await clearDefaultVariation(tx, tx.account.id, item);
  if (!(await insertVariation(tx, row))) throw variationExists({ instance: row.id });
}

/** The columns that name the item of a variation. */
export function ownerOf(item: ItemReference): VariationOwner {
  return item.type === 'Product'
    ? { productId: item.id, bundleId: null }
    : { productId: null, bundleId: item.id };
}
