import { bundlePrice, bundleScope, isSellable, originalsOf, priceIn, type PriceOf } from './bundle.ts';
import type { Unit } from './eligibility.ts';
import type { Amounts, ItemReference, PricedBundle, PricedProduct, PricingCatalog } from './model.ts';
import type { Verdict } from './price-variation.ts';
import type { LineRefusal, LineUpgrade, OrderQuoteInput, QuotedLine, QuoteLine } from './quote.ts';
import { cycleOf } from './renewals.ts';
import { tierPrices, type TierPrice } from './tiers.ts';

/** A line whose item is for sale, with its price before all reductions. */
export interface SellableLine {
  readonly line: QuoteLine;
  readonly unit: Unit;
  /** The unit price before tiers and discounts, in the currencies of the shop and that of the order. */
  readonly listMinor: Amounts;
  /** Ascending. */
  readonly tiers: readonly TierPrice[];
  /** The tier that determined the unit price, and the price without it; absent if none did. */
  readonly tier?: { readonly minQuantity: number; readonly listMinor: number };
  /** The results of tiers, discounts and offers so far; empty unless requested. */
  readonly verdicts: readonly Verdict[];
  readonly upgrade?: NonNullable<QuotedLine['upgrade']>;
  readonly grantedProductIds: readonly string[];
  readonly isPartial: boolean;
}

/** First step of a quote: the lines that can be sold, in input order, and the refusals of the others. */
export function resolveLines(input: OrderQuoteInput): {
  readonly sellable: readonly SellableLine[];
  readonly refusals: readonly LineRefusal[];
} {
  const resolved = inOneCycle(
    input.lines.map((line) => resolveLine(line, input)),
    input,
  );
  return {
    sellable: resolved.flatMap((line) => ('unit' in line ? [line] : [])),
    refusals: resolved.flatMap((line) => ('unit' in line ? [] : [line])),
  };
}

/** One cart has one billing cycle: that of its first line with one. */
function inOneCycle(
  resolved: readonly (SellableLine | LineRefusal)[],
  input: OrderQuoteInput,
): (SellableLine | LineRefusal)[] {
  const cycleIn = (line: SellableLine | LineRefusal) =>
    'unit' in line ? cycleOf(line.line, input) : undefined;
  const first = resolved.map(cycleIn).find((cycle) => cycle !== undefined);
  return resolved.map((line) => {
    const cycle = cycleIn(line);
    if (cycle === undefined || cycle === first || !('unit' in line)) return line;
    const { id: lineId, variationId } = line.line;
    const [own, other] = [cycle, first ?? cycle].map((name) => CYCLE_WORDS[name] ?? name);
    const message = `One cart has one billing cycle: ${variationId} is paid for ${own}, another item of this cart ${other}. Buy them one after the other`;
    return { lineId, field: 'variationId', message };
  });
}

const CYCLE_WORDS: Readonly<Record<string, string>> = {
  Daily: 'every day',
  Weekly: 'every week',
  Monthly: 'every month',
  Quarterly: 'every three months',
  Yearly: 'every year',
};

function resolveLine(line: QuoteLine, input: OrderQuoteInput): SellableLine | LineRefusal {
  const itemField = line.item.type === 'Product' ? 'productId' : 'bundleId';
  const refuse = (field: LineRefusal['field'], message: string): LineRefusal => ({
    lineId: line.id,
    field,
    message,
  });
  const saleItem = findItem(line.item, input.catalog);
  if (saleItem === undefined)
    return refuse(itemField, `there is no ${line.item.type.toLowerCase()} ${line.item.id}`);
  if (!saleItem.isForSale)
    return refuse(itemField, `the ${line.item.type.toLowerCase()} ${line.item.id} is not for sale`);
  const variation = saleItem.variations.find(({ id }) => id === line.variationId);
  if (variation === undefined) {
    return refuse('variationId', `the variation ${line.variationId} is not one of ${line.item.id}`);
  }
  if (!isSellable(variation, input)) {
    return refuse(
      'variationId',
      `This shop sells no subscriptions at the moment, so ${line.variationId} cannot be bought`,
    );
  }
  const upgrade = pricedUpgrade(line, input);
  if (upgrade !== undefined && 'message' in upgrade) return refuse(upgrade.field, upgrade.message);
  const scope = 'productIds' in saleItem ? bundleScope(saleItem, input) : undefined;
  const priceOf: PriceOf =
    scope !== undefined && 'productIds' in saleItem
      ? (...args) => bundlePrice(saleItem, ...args, input.catalog, scope)
      : priceIn;
  const currencies = new Set([...input.enabledCurrencies, input.currency]);
  const prices = upgrade?.prices ?? variation.prices;
  const listMinor = originalsOf(prices, [...currencies], priceOf);
  const originalMinor = priceIn(listMinor, input.currency);
  if (originalMinor === undefined) {
    return refuse('currency', `${line.item.id} is not sold in ${input.currency} in this variation`);
  }
  return {
    line,
    unit: { item: line.item, variationId: line.variationId, currency: input.currency, originalMinor },
    listMinor,
    tiers: upgrade === undefined ? tierPrices(variation, listMinor, priceOf) : [],
    verdicts: upgradeVerdicts(line, variation.prices, input, originalMinor),
    ...(upgrade && { upgrade: upgradeOf(upgrade) }),
    // A license that is changed is not granted again.
    grantedProductIds: upgrade?.keepsLicense === false ? [] : (scope?.includedProductIds ?? [line.item.id]),
    isPartial: scope?.isPartial ?? false,
  };
}

/** The upgrade of a line with its price, or why the line cannot be sold; `undefined` for a normal purchase. */
function pricedUpgrade(
  line: QuoteLine,
  { lines }: OrderQuoteInput,
): PricedUpgrade | Pick<LineRefusal, 'field' | 'message'> | undefined {
  const { upgrade, quantity } = line;
  if (upgrade === undefined) return undefined;
  const { licenseId } = upgrade;
  if ('refusal' in upgrade) return { field: 'licenseId', message: upgrade.refusal };
  if (quantity !== 1) return { field: 'quantity', message: 'must be 1: the line changes one license' };
  if (lines.find((other) => other.upgrade?.licenseId === licenseId) === line) return upgrade;
  const message = 'is changed by another line: one order changes a license once';
  return { field: 'licenseId', message };
}

type PricedUpgrade = Exclude<LineUpgrade, { readonly refusal: string }>;

function upgradeOf({
  licenseId,
  kind,
  keepsLicense,
  fromProductId,
  licenseName,
}: PricedUpgrade): NonNullable<QuotedLine['upgrade']> {
  return { licenseId, kind, keepsLicense, fromProductId, ...(licenseName !== undefined && { licenseName }) };
}

/** What the owner of the license pays less than everybody else. */
function upgradeVerdicts(
  { upgrade }: QuoteLine,
  prices: Amounts,
  { currency, isExplained }: OrderQuoteInput,
  originalMinor: number,
): Verdict[] {
  if (upgrade === undefined || 'refusal' in upgrade || isExplained !== true) return [];
  const amountMinor = (priceIn(prices, currency) ?? originalMinor) - originalMinor;
  return [{ kind: 'Upgrade', id: upgrade.licenseId, name: upgrade.kind, amountMinor }];
}

function findItem(item: ItemReference, catalog: PricingCatalog): PricedProduct | PricedBundle | undefined {
  return item.type === 'Product' ? catalog.product(item.id) : catalog.bundle(item.id);
}
