import type { components } from '@latchkey/sdk';
import { moneyIn, pricesIn } from '../form/amounts.ts';
import { oneOf } from '../list/filter-search.ts';
import {
  type MilestoneValues,
  milestoneValuesOf,
  ONE_OFF,
  termsIn,
  type TermValues,
  wrongTerms,
} from './variation-values.ts';
import type { Variation } from './product-queries.ts';

type VariationDraft = components['schemas']['VariationDraft'];

/** Amounts as typed, by currency. */
type PriceValues = Readonly<Record<string, string>>;

/** The price of a unit from a quantity on, as fields. */
export interface TierValues {
  readonly minQuantity: string;
  readonly prices: PriceValues;
}

/** How owners can buy a variation, as the API names it. */
export const UPGRADE_KINDS = ['Upgrade', 'Renewal'] as const;

/** The sale of a variation to owners, as fields. */
export interface UpgradeValues {
  /** Empty: not sold to owners in particular. */
  readonly kind: string;
  /** The ids of products and variations whose owners can buy it, one a line. */
  readonly from: string;
  readonly oldLicense: string;
  readonly prices: PriceValues;
}

/** What a variation has several of, or none: not one field each. */
export interface SaleValues {
  readonly milestones: readonly MilestoneValues[];
  readonly tiers: readonly TierValues[];
  readonly upgrade: UpgradeValues;
}

export const NO_SALES: SaleValues = {
  milestones: [],
  tiers: [],
  upgrade: { kind: '', from: '', oldLicense: 'Replaced', prices: {} },
};

/** The same of a variation that exists. */
export function saleValuesOf(variation: Variation): SaleValues {
  const { pricingTiers, upgrade } = variation;
  return {
    milestones: milestoneValuesOf(variation),
    tiers: pricingTiers.map(({ minQuantity, prices }) => ({
      minQuantity: String(minQuantity),
      prices: textsOf(prices),
    })),
    upgrade:
      upgrade === null
        ? NO_SALES.upgrade
        : { ...upgrade, from: upgrade.from.join('\n'), prices: textsOf(upgrade.prices) },
  };
}

function textsOf(prices: Readonly<Record<string, number>>): PriceValues {
  return Object.fromEntries(Object.entries(prices).map(([currency, amount]) => [currency, String(amount)]));
}

/** Whether the tiers have ascending quantities from two on, and each a price, all of them amounts. */
export function areTiers(tiers: readonly TierValues[]): boolean {
  return tiers.every(({ minQuantity, prices }, place) => {
    const least = place === 0 ? 1 : Number(tiers[place - 1]?.minQuantity);
    const amounts = pricesOf(prices);
    return (
      /^\d{1,5}$/.test(minQuantity.trim()) &&
      Number(minQuantity) > least &&
      amounts.length > 0 &&
      amounts.every(([, amount]) => amount !== undefined)
    );
  });
}

/** Whether the sale to owners says to whom, and has a price in each of the currencies; so has none at all. */
export function isUpgrade({ kind, from, prices }: UpgradeValues, currencies: readonly string[]): boolean {
  if (kind === '') return true;
  const amounts = pricesOf(prices);
  const isPriced = currencies.every((currency) => amounts.some(([each]) => each === currency));
  return from.trim() !== '' && isPriced && amounts.every(([, amount]) => amount !== undefined);
}

/** Volume prices, as the API takes them. */
export function tiersIn(tiers: readonly TierValues[]): Variation['pricingTiers'] {
  return tiers.map(({ minQuantity, prices }) => ({
    minQuantity: Number(minQuantity),
    prices: amountsIn(prices),
  }));
}

/** The sale to owners, as the API takes it: null for none. */
export function upgradeIn({ kind, from, oldLicense, prices }: UpgradeValues): Variation['upgrade'] {
  const sold = oneOf(UPGRADE_KINDS, kind);
  if (sold === undefined) return null;
  return {
    kind: sold,
    from: from.split('\n').filter((id) => id !== ''),
    oldLicense: oldLicense === 'Kept' ? 'Kept' : 'Replaced',
    prices: amountsIn(prices),
  };
}

/** How a variation would be sold, as far as the fields say it: what is not whole yet stays as it is. */
export function saleDraft(
  values: TermValues,
  { milestones, tiers, upgrade }: SaleValues,
  currencies: readonly string[],
): VariationDraft {
  const isRecurring = values.rhythm !== ONE_OFF;
  const { recurrence, releaseAccess } = termsIn(values, milestones);
  return {
    recurrence,
    ...(wrongTerms(values).length === 0 && { releaseAccess }),
    ...(areTiers(tiers) && { pricingTiers: tiersIn(tiers) }),
    ...(isRecurring ? { upgrade: null } : isUpgrade(upgrade, currencies) && { upgrade: upgradeIn(upgrade) }),
  };
}

/** A variation that does not exist yet, as far as the fields say it. Its name has no effect on a price. */
export function newVariationDraft(
  values: TermValues,
  sales: SaleValues,
  currencies: readonly string[],
): components['schemas']['NewVariation'] {
  return {
    name: String(values['name'] ?? '').trim() || '–',
    prices: pricesIn(currencies, values),
    ...saleDraft(values, sales, currencies),
  };
}

function amountsIn(prices: PriceValues): Record<string, number> {
  return Object.fromEntries(pricesOf(prices).map(([currency, amount]) => [currency, amount ?? Number.NaN]));
}

/** Each price that was typed; undefined for what is no amount. */
function pricesOf(prices: PriceValues): (readonly [string, number | undefined])[] {
  return Object.entries(prices)
    .filter(([, text]) => text.trim() !== '')
    .map(([currency, text]) => [currency, moneyIn(text, currency)] as const);
}
