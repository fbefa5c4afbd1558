import {
  type FieldIssues,
  type ImportOutcome,
  type KeyLedger,
  memoryLedger,
} from '../../kernel/bulk-import.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { createVariation, type ItemReference } from './create-variation.ts';
import { checkVariation } from './domain/checks.ts';
import type { VariationImport } from './import-fields.ts';
import { couponIssues } from './known-items.ts';
import { newVariationRow } from './new-variation.ts';
import { findBundle, findProduct, findVariation } from './queries.ts';
import { lockItem } from './store.ts';

/** A variation to import, checked. */
interface PreparedVariation extends VariationImport {
  readonly item: ItemReference;
}

/** Finds every issue of each line before their transaction. What the account has already is not checked again. */
export async function prepareVariationImports(
  ctx: Context,
  drafts: readonly VariationImport[],
): Promise<({ readonly input: PreparedVariation } | { readonly errors: FieldIssues })[]> {
  const entries: Awaited<ReturnType<typeof prepareVariationImports>> = [];
  for (const draft of drafts) {
    const errors = await issuesOf(ctx, draft);
    const { item } = draft;
    if (item === undefined || Object.keys(errors).length > 0) entries.push({ errors });
    else entries.push({ input: { ...draft, item } });
  }
  return entries;
}

async function issuesOf(ctx: Context, { item, variation }: VariationImport): Promise<FieldIssues> {
  if (item !== undefined && keyOf(item) === (await itemOf(ctx, variation.id))) return {};
  const owner =
    item?.type === 'Bundle'
      ? { productId: null, bundleId: item.id }
      : { productId: item?.id ?? '', bundleId: null };
  const row = newVariationRow(ctx, owner, variation, { isDefault: false, position: 0 });
  const [coupons] = await couponIssues(ctx, [row]);
  return {
    ...(await itemIssues(ctx, item)),
    ...checkVariation(row, ctx.account.settings.currencies),
    ...coupons,
  };
}

async function itemIssues(ctx: Context, item: ItemReference | undefined): Promise<FieldIssues> {
  if (item === undefined) return { productId: ['is required, or bundleId: one of both'] };
  const { type, id } = item;
  if (type === 'Product')
    return (await findProduct(ctx, id)) ? {} : { productId: ['is not a product of this account'] };
  return (await findBundle(ctx, id)) ? {} : { bundleId: ['is not a bundle of this account'] };
}

/**
 * Adds variations to the items of the account, all in this transaction. An entry whose id its item has already, or an
 * earlier entry, refers to that variation, which stays as it is; the id of a variation of another item is refused. Entries
 * were checked by `prepareVariationImports`; outcomes are in their order.
 */
export async function importVariations(
  tx: CommandTx,
  inputs: readonly PreparedVariation[],
): Promise<ImportOutcome[]> {
  // In one order, so that two imports never wait for each other.
  const items = new Map(inputs.map(({ item }) => [keyOf(item), item]));
  for (const [, item] of [...items].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await lockItem(tx, tx.account.id, item);
  const ledger = memoryLedger();
  const outcomes: ImportOutcome[] = [];
  for (const input of inputs) {
    const outcome = await outcomeOf(tx, input, ledger);
    if (outcome.status === 'created') await createVariation(tx, input.item, input.variation);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The outcome of `importVariations` as if the entries in the ledger had been stored; adds to the ledger. */
export async function dryRunVariations(
  ctx: QueryContext,
  inputs: readonly PreparedVariation[],
  ledger: KeyLedger,
): Promise<ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  for (const input of inputs) outcomes.push(await outcomeOf(ctx, input, ledger));
  return outcomes;
}

/** The ledger has the item of each variation. */
async function outcomeOf(
  ctx: QueryContext,
  { item, variation: { id } }: PreparedVariation,
  ledger: KeyLedger,
): Promise<ImportOutcome> {
  const owner = ledger.find(`variation ${id}`) ?? (await itemOf(ctx, id));
  if (owner === keyOf(item)) return { status: 'exists', id };
  if (owner !== undefined)
    return { status: 'invalid', errors: { id: [`is the id of a variation of ${owner}`] } };
  ledger.add(`variation ${id}`, keyOf(item));
  return { status: 'created', id };
}

/** The item that the variation with an id belongs to; undefined: there is none with this id. */
async function itemOf(ctx: QueryContext, id: string): Promise<string | undefined> {
  const row = await findVariation(ctx, id);
  if (row === undefined) return undefined;
  const { productId, bundleId } = row;
  return keyOf(
    productId === null ? { type: 'Bundle', id: bundleId ?? '' } : { type: 'Product', id: productId },
  );
}

function keyOf({ type, id }: ItemReference): string {
  return `${type === 'Product' ? 'the product' : 'the bundle'} ${id}`;
}
