import { refuseIssues } from '../../kernel/problem.ts';
import { type Changes, revised } from '../../kernel/revision.ts';
import type { QueryContext } from '../accounts/index.ts';
import type { Bundle, Catalog, Product, Variation } from './catalog.ts';
import { type ItemReference, ownerOf } from './create-variation.ts';
import { checkPrices, checkSale, checkVariation } from './domain/checks.ts';
import { issueList } from './domain/issues.ts';
import { couponIssues, draftUpgradeIssues } from './known-items.ts';
import { newVariationRow, type VariationInput } from './new-variation.ts';

/** How a variation would be sold beside its prices; an absent field stays as it is. */
export type SaleDraft = Changes<Pick<Variation, 'recurrence' | 'pricingTiers' | 'releaseAccess' | 'upgrade'>>;

/** What variations would be, by their ids. */
export interface VariationDrafts {
  /** In minor units, by currency; those of other currencies stay. */
  readonly prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sales: Readonly<Record<string, SaleDraft>>;
}

/**
 * A catalogue as if variations were already sold in another way. Its functions answer with them; its lists stay as they
 * are. Raises `InvalidInput` with every issue, at paths such as `prices.delay-once.EUR` and
 * `variations.delay-once.pricingTiers[0].minQuantity`.
 */
export async function withDraftVariations(
  ctx: QueryContext,
  catalog: Catalog,
  { prices, sales }: VariationDrafts,
): Promise<Catalog> {
  const issues = issueList();
  const drafts = new Map<string, Variation>();
  for (const [id, amounts] of Object.entries(prices)) {
    const variation = catalog.variation(id);
    if (variation === undefined)
      issues.add(`prices.${id}`, 'is not the price of a variation of this account');
    else drafts.set(id, { ...variation, prices: { ...variation.prices, ...amounts } });
    checkPrices(issues, `prices.${id}`, amounts);
  }
  for (const [id, sale] of Object.entries(sales)) {
    const variation = drafts.get(id) ?? catalog.variation(id);
    if (variation === undefined) issues.add(`variations.${id}`, 'is not a variation of this account');
    else drafts.set(id, revised(variation, sale, ctx.clock.now()));
  }
  const sold = [...drafts.values()].filter(({ id }) => Object.hasOwn(sales, id));
  const upgradeIssues = await draftUpgradeIssues(ctx, sold);
  sold.forEach((row, index) => {
    issues.addAll(`variations.${row.id}`, checkSale(row));
    issues.addAll(`variations.${row.id}`, upgradeIssues[index] ?? {});
  });
  refuseIssues(issues.all());
  return replaced(catalog, drafts);
}

/**
 * A catalogue as if an item had one more variation, which is its default one. Raises `InvalidInput` with every issue, at
 * paths such as `variation.prices.EUR`.
 */
export async function withNewVariation(
  ctx: QueryContext,
  catalog: Catalog,
  item: ItemReference,
  input: VariationInput,
): Promise<Catalog> {
  const row = newVariationRow(ctx, ownerOf(item), input, { isDefault: true, position: 0 });
  const issues = issueList();
  if (catalog.variation(row.id) !== undefined) issues.add('variation.id', 'is the ID of another variation');
  const [[upgrade = {}], [coupons = {}]] = [
    await draftUpgradeIssues(ctx, [row]),
    await couponIssues(ctx, [row]),
  ];
  const own = checkVariation(row, ctx.account.settings.currencies);
  for (const each of [own, upgrade, coupons]) issues.addAll('variation', each);
  refuseIssues(issues.all());
  const itemOf = <Item extends Product | Bundle>(each: Item): Item => ({
    ...each,
    variations: [row, ...each.variations],
  });
  const { type, id } = item;
  return {
    ...catalog,
    product: (each) => mapped(catalog.product(each), type === 'Product' && each === id ? itemOf : same),
    bundle: (each) => mapped(catalog.bundle(each), type === 'Bundle' && each === id ? itemOf : same),
    variation: (each) => (each === row.id ? row : catalog.variation(each)),
  };
}

function same<Value>(value: Value): Value {
  return value;
}

function replaced(catalog: Catalog, drafts: ReadonlyMap<string, Variation>): Catalog {
  const draftOf = (variation: Variation): Variation => drafts.get(variation.id) ?? variation;
  const itemOf = <Item extends Product | Bundle>(item: Item): Item => ({
    ...item,
    variations: item.variations.map(draftOf),
  });
  return {
    ...catalog,
    product: (id) => mapped(catalog.product(id), itemOf),
    bundle: (id) => mapped(catalog.bundle(id), itemOf),
    variation: (id) => mapped(catalog.variation(id), draftOf),
  };
}

function mapped<Value>(value: Value | undefined, change: (value: Value) => Value): Value | undefined {
  return value === undefined ? undefined : change(value);
}
