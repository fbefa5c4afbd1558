import { invalidInput, notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Account, CommandContext } from '../accounts/index.ts';
import type { ItemReference } from './create-variation.ts';
import { checkVariation } from './domain/checks.ts';
import { type TermChanges, termsAfter } from './domain/subscription-terms.ts';
import type { Issues } from './domain/issues.ts';
import { recordVariationChange } from './events.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { type Changes, checkRevision, revised } from '../../kernel/revision.ts';
import { couponIssues, upgradeIssues } from './known-items.ts';
import { clearDefaultVariation, listItemVariations, lockItem, touchItem } from './store.ts';
import { findVariation, saveVariation } from './store-rows.ts';
import type { VariationRow } from './tables.ts';

/** The fields of a variation that can change; an absent field stays as it is. */
export type VariationChanges = Changes<
  Pick<
    VariationRow,
    | 'name'
    | 'recurrence'
    | 'pricingTiers'
    | 'releaseAccess'
    | 'upgrade'
    | 'isDefault'
    | 'position'
    | 'isArchived'
  >
> & {
  /** New prices by currency, in minor units; null removes one. Those of other currencies stay. */
  readonly prices?: Readonly<Record<string, number | null>> | undefined;
  /** They move no running subscription. */
  readonly terms?: TermChanges | undefined;
};

/**
 * Changes a variation of an item. One of the variations on sale is always the default: a new default replaces the old
 * one, and when the default is archived, the next by position takes over. Raises `NotFound`, `InvalidInput` with every
 * issue, and `StaleRevision`.
 */
export function updateVariation(
  ctx: CommandContext,
  item: ItemReference,
  id: string,
  { terms, ...changes }: VariationChanges,
  expectedRevision?: number,
): Promise<VariationRow> {
  const now = ctx.clock.now();
  return transaction(ctx, async (tx) => {
    // The item is the lock of all its variations, so that two changes never leave it with two defaults or none.
    const isKnown = await lockItem(tx, ctx.account.id, item);
    const row = isKnown ? await findVariation(tx, ctx.account.id, id) : undefined;
    if (row === undefined || (row.productId ?? row.bundleId) !== item.id || !isOfType(row, item)) {
      throw notFound({ detail: `There is no variation ${id} of ${item.id}.` });
    }
    checkRevision(row, expectedRevision);
    const others = (await listItemVariations(tx, ctx.account.id, item)).filter((other) => other.id !== id);
    const prices = changes.prices && pricesAfter(row.prices, changes.prices);
    const subscriptionTerms = terms && termsAfter(row.subscriptionTerms, terms);
    const changed = withDefault(revised(row, { ...changes, prices, subscriptionTerms }, now), row, others);
    const [upgrade] =
      changes.upgrade === undefined && changes.releaseAccess === undefined
        ? []
        : await upgradeIssues(tx, [changed]);
    const [coupons] = terms?.milestones === undefined ? [] : await couponIssues(tx, [changed], row);
    const errors = { ...issuesOf(ctx.account, row, changes, changed), ...upgrade, ...coupons };
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    if (changed.isDefault) await clearDefaultVariation(tx, ctx.account.id, item);
    await saveVariation(tx, changed);
    if (!changed.isDefault) await settleDefault(tx, [...others, changed], now);
    await touchItem(tx, ctx.account.id, item, now);
    await recordChange(tx, ctx.account.id, CATALOG_TOPIC);
    recordVariationChange(tx, row, changed);
    return changed;
  });
}

/**
 * New prices, and variations put back on sale, need a price in every currency. A variation older than a currency of the
 * account can still be renamed or archived.
 */
function issuesOf(
  { settings }: Account,
  before: VariationRow,
  { prices }: VariationChanges,
  changed: VariationRow,
): Issues {
  const needsPrices = !changed.isArchived && (prices !== undefined || before.isArchived);
  return checkVariation(changed, needsPrices ? settings.currencies : []);
}

function pricesAfter(
  before: VariationRow['prices'],
  changes: Readonly<Record<string, number | null>>,
): VariationRow['prices'] {
  const after: [string, number | null][] = Object.entries({ ...before, ...changes });
  return Object.fromEntries(
    after.flatMap(([currency, minor]) => (minor === null ? [] : [[currency, minor]])),
  );
}

function isOfType(row: VariationRow, { type }: ItemReference): boolean {
  return (type === 'Product') === (row.productId !== null);
}

/** An archived variation is not the default; the default one stays the default until another takes its place. */
function withDefault(
  changed: VariationRow,
  before: VariationRow,
  others: readonly VariationRow[],
): VariationRow {
  if (changed.isArchived) return { ...changed, isDefault: false };
  const isOnly = !others.some(({ isArchived, isDefault }) => !isArchived && isDefault);
  return { ...changed, isDefault: changed.isDefault || before.isDefault || isOnly };
}

/** Makes the first variation on sale the default if there is none. */
async function settleDefault(tx: Tx, variations: readonly VariationRow[], now: Date): Promise<void> {
  const onOffer = variations.filter(({ isArchived }) => !isArchived);
  if (onOffer.some(({ isDefault }) => isDefault)) return;
  const [first] = onOffer.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  if (first !== undefined) await saveVariation(tx, revised(first, { isDefault: true }, now));
}
