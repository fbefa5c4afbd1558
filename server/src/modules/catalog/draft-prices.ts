import { issueList } from './domain/issues.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import type { Bundle, Catalog, Product, Variation } from './catalog.ts';
import { checkPrices } from './domain/checks.ts';

/**
 * A catalogue as if variations already had other prices: `prices` are in minor units, by variation and currency, and those
 * of other currencies stay. Its functions answer with them; its lists, which no price is read from, stay as they are.
 * Raises `InvalidInput` with every issue, at paths such as `prices.delay-once.EUR`.
 */
export function withDraftPrices(
  catalog: Catalog,
  prices: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Catalog {
  const drafts = new Map(Object.entries(prices));
  const issues = issueList();
  for (const [id, amounts] of drafts) {
    if (catalog.variation(id) === undefined)
      issues.add(`prices.${id}`, 'is not the price of a variation of this account');
    checkPrices(issues, `prices.${id}`, amounts);
  }
  refuseIssues(issues.all());
  const repriced = (variation: Variation): Variation => {
    const draft = drafts.get(variation.id);
    return draft === undefined ? variation : { ...variation, prices: { ...variation.prices, ...draft } };
  };
  const itemOf = <Item extends Product | Bundle>(item: Item): Item => ({
    ...item,
    variations: item.variations.map(repriced),
  });
  return {
    ...catalog,
    product: (id) => mapped(catalog.product(id), itemOf),
    bundle: (id) => mapped(catalog.bundle(id), itemOf),
    variation: (id) => mapped(catalog.variation(id), repriced),
  };
}

function mapped<Value>(value: Value | undefined, change: (value: Value) => Value): Value | undefined {
  return value === undefined ? undefined : change(value);
}
