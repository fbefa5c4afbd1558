import { bundlePrice, bundleScope, isSellable, originalsOf, priceIn, type PriceOf } from './bundle.ts';
import type { Unit } from './eligibility.ts';
import type {
  Amounts,
  ItemReference,
  PricedBundle,
  PricedProduct,
  PricingCatalog,
  PricingContext,
} from './model.ts';
import { applyCoupons, type Coupon, type CouponShare, type CouponVerdict } from './coupons.ts';
import { findOffer, judgeOffer } from './offers.ts';
import {
  admitsOffers,
  explainVariation,
  priceInEach,
  priceVariation,
  type Adjustment,
  type UnitPrice,
  type Verdict,
} from './price-variation.ts';
import { applyTaxes, type TaxRules, type TaxShare } from './taxes.ts';

/** A line of a cart. */
export interface QuoteLine {
  readonly id: string;
  readonly item: ItemReference;
  readonly variationId: string;
  /** Whole units, 1 or more. */
  readonly quantity: number;
  /** The offer that the customer took the line under. */
  readonly offerId?: string | undefined;
}

export interface OrderQuoteInput extends PricingContext {
  readonly catalog: PricingCatalog;
  readonly lines: readonly QuoteLine[];
  readonly currency: string;
  /** The currencies of the shop: an exclusive price in one of them excludes offers in all. */
  readonly enabledCurrencies: readonly string[];
  /** The coupons that the buyer entered; absent or empty: none. */
  readonly coupons?: readonly Coupon[];
  /** The buyer's taxes; absent, or without a rate: none. */
  readonly taxes?: TaxRules;
  /** Whether each line reports the result of every discount and of its offer; costs time. */
  readonly isExplained?: boolean;
}

/**
 * Amounts in minor units: `originalMinor − discountMinor = subtotalMinor`, each 0 or more. The discount is all that came off,
 * coupons included.
 */
export interface QuotedAmounts {
  readonly originalMinor: number;
  readonly discountMinor: number;
  readonly subtotalMinor: number;
  /** The amount due: the subtotal, and taxes that come on top. */
  readonly dueMinor: number;
}

export interface QuotedLine extends QuotedAmounts {
  readonly id: string;
  readonly item: ItemReference;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId?: string;
  /** One unit before discounts; of a partial bundle, the price of the remaining products. */
  readonly unitOriginalMinor: number;
  /** One unit after its discount and offer; coupons reduce the line as a whole. */
  readonly unitPriceMinor: number;
  /** Deductions from one unit, in order: discount, then offer. */
  readonly adjustments: readonly Adjustment[];
  /** The reduction of the line by each coupon; absent if there is none. */
  readonly coupons?: readonly CouponShare[];
  /** The tax of the line; absent if no rate applies. */
  readonly tax?: TaxShare;
  /** The products of which each unit grants a license. */
  readonly grantedProductIds: readonly string[];
  /** A bundle without the products that the customer owns. */
  readonly isPartial: boolean;
  /** The discounts and offers that did not apply, and why; empty unless requested. */
  readonly verdicts: readonly Verdict[];
}

/** A line that cannot be sold, and the field of it that is to blame. */
export interface LineRefusal {
  readonly lineId: string;
  readonly field: 'productId' | 'bundleId' | 'variationId' | 'currency';
  /** A sentence without its subject, such as "is not for sale". */
  readonly message: string;
}

export interface OrderQuote {
  readonly currency: string;
  /** The lines that can be sold, in input order. */
  readonly lines: readonly QuotedLine[];
  /** Why the others cannot. */
  readonly refusals: readonly LineRefusal[];
  /** `taxesMinor` is the tax on top: `subtotalMinor + taxesMinor = dueMinor`. */
  readonly total: QuotedAmounts & { readonly taxesMinor: number };
  /** The total reduction by each coupon, or the reason why there is none; absent without coupons. */
  readonly coupons?: readonly CouponVerdict[];
  /** The total tax of each rate, whether it comes on top or is included in the prices; absent without rates. */
  readonly taxes?: readonly TaxShare[];
}

/**
 * The price of a cart and, on request, the reasons. For each line: the best product discount, then the line's offer
 * (wire contract section 4). Then coupons, off all lines together, and finally taxes. An offer applies to one line: the
 * first that it can reduce. Otherwise the order of the lines, discounts and offers changes no amount. Lines that cannot
 * be sold are refused one by one, count for nothing, and do not affect the others.
 */
export function quoteOrder(input: OrderQuoteInput): OrderQuote {
  const resolved = input.lines.map((line) => resolveLine(line, input));
  const sellable = resolved.flatMap((line) => ('unit' in line ? [line] : []));
  const cart: Cart = { lines: sellable.map(({ line }) => line), usedOfferIds: new Set() };
  const priced = sellable.map((line) => quoteLine(line, cart, input));
  const { lines: reduced, coupons } = withCoupons(priced, input);
  const { lines, taxes } = withTaxes(reduced, input);
  const sum = (amount: keyof QuotedAmounts): number => lines.reduce((total, line) => total + line[amount], 0);
  return {
    currency: input.currency,
    lines,
    refusals: resolved.flatMap((line) => ('unit' in line ? [] : [line])),
    total: {
      originalMinor: sum('originalMinor'),
      discountMinor: sum('discountMinor'),
      subtotalMinor: sum('subtotalMinor'),
      taxesMinor: sum('dueMinor') - sum('subtotalMinor'),
      dueMinor: sum('dueMinor'),
    },
    ...(coupons && { coupons }),
    ...(taxes && { taxes }),
  };
}

function withCoupons(
  lines: readonly QuotedLine[],
  { coupons = [], ...context }: OrderQuoteInput,
): { readonly lines: readonly QuotedLine[]; readonly coupons?: readonly CouponVerdict[] } {
  if (coupons.length === 0) return { lines };
  const candidates = lines.map((line) => ({
    ...line,
    isExclusive: line.adjustments.some(({ isExclusive }) => isExclusive),
  }));
  const { shares, verdicts } = applyCoupons(candidates, coupons, context);
  const reduced = lines.map((line): QuotedLine => {
    const own = shares.get(line.id) ?? [];
    if (own.length === 0) return line;
    const offMinor = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const subtotalMinor = line.subtotalMinor - offMinor;
    const discountMinor = line.discountMinor + offMinor;
    return { ...line, discountMinor, subtotalMinor, dueMinor: subtotalMinor, coupons: own };
  });
  return { lines: reduced, coupons: verdicts };
}

function withTaxes(
  lines: readonly QuotedLine[],
  { taxes: rules }: OrderQuoteInput,
): { readonly lines: readonly QuotedLine[]; readonly taxes?: readonly TaxShare[] } {
  if (rules === undefined || rules.rates.length === 0) return { lines };
  const { shares, taxes } = applyTaxes(lines, rules);
  const taxed = lines.map((line): QuotedLine => {
    const tax = shares.get(line.id);
    if (tax === undefined) return line;
    const addedMinor = rules.mode === 'Exclusive' ? tax.amountMinor : 0;
    return { ...line, dueMinor: line.subtotalMinor + addedMinor, tax };
  });
  return { lines: taxed, taxes };
}

interface SellableLine {
  readonly line: QuoteLine;
  readonly unit: Unit;
  /** The price before discounts in each currency of the shop. */
  readonly originalsMinor: Amounts;
  readonly grantedProductIds: readonly string[];
  readonly isPartial: boolean;
}

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
  if (!isSellable(variation)) {
    return refuse(
      'variationId',
      `This shop sells no subscriptions yet, so ${line.variationId} cannot be bought`,
    );
  }
  const scope = 'productIds' in saleItem ? bundleScope(saleItem, input) : undefined;
  const priceOf: PriceOf =
    scope !== undefined && 'productIds' in saleItem
      ? (...args) => bundlePrice(saleItem, ...args, input.catalog, scope)
      : priceIn;
  const originalMinor = priceOf(variation, input.currency);
  if (originalMinor === undefined) {
    return refuse('currency', `${line.item.id} is not sold in ${input.currency} in this variation`);
  }
  return {
    line,
    unit: { item: line.item, variationId: line.variationId, currency: input.currency, originalMinor },
    originalsMinor: originalsOf(variation, input.enabledCurrencies, priceOf),
    grantedProductIds: scope?.includedProductIds ?? [line.item.id],
    isPartial: scope?.isPartial ?? false,
  };
}

function findItem(item: ItemReference, catalog: PricingCatalog): PricedProduct | PricedBundle | undefined {
  return item.type === 'Product' ? catalog.product(item.id) : catalog.bundle(item.id);
}

/** The context that a line's price depends on. */
interface Cart {
  readonly lines: readonly QuoteLine[];
  /** Offers that a line before has used; grows from line to line. */
  readonly usedOfferIds: Set<string>;
}

function quoteLine(sellable: SellableLine, cart: Cart, input: OrderQuoteInput): QuotedLine {
  const { line, unit } = sellable;
  const { price, verdicts } = priceUnit(unit, input);
  const offered = offerOn(sellable, price, cart, input);
  const adjustments = [price.discount, offered.adjustment].filter((adjustment) => adjustment !== undefined);
  const unitPriceMinor =
    unit.originalMinor - adjustments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const subtotalMinor = unitPriceMinor * line.quantity;
  return {
    id: line.id,
    item: line.item,
    variationId: line.variationId,
    quantity: line.quantity,
    ...(line.offerId !== undefined && { offerId: line.offerId }),
    unitOriginalMinor: unit.originalMinor,
    unitPriceMinor,
    originalMinor: unit.originalMinor * line.quantity,
    discountMinor: (unit.originalMinor - unitPriceMinor) * line.quantity,
    subtotalMinor,
    dueMinor: subtotalMinor,
    adjustments,
    grantedProductIds: sellable.grantedProductIds,
    isPartial: sellable.isPartial,
    verdicts: input.isExplained === true ? [...verdicts, ...offered.verdicts] : [],
  };
}

function priceUnit(unit: Unit, input: OrderQuoteInput): { price: UnitPrice; verdicts: readonly Verdict[] } {
  const { discounts } = input.catalog;
  return input.isExplained === true
    ? explainVariation(unit, discounts, input)
    : { price: priceVariation(unit, discounts, input), verdicts: [] };
}

interface OfferOutcome {
  readonly adjustment?: Adjustment;
  readonly verdicts: readonly Verdict[];
}

/** An offer that has lapsed, or never existed, reduces nothing; the cart stays valid. */
function offerOn(
  { line, unit, originalsMinor }: SellableLine,
  price: UnitPrice,
  { lines, usedOfferIds }: Cart,
  input: OrderQuoteInput,
): OfferOutcome {
  const { catalog, now } = input;
  const offer = line.offerId === undefined ? undefined : findOffer(catalog, line.offerId);
  if (offer === undefined) return { verdicts: [] };
  const subject = { kind: 'Offer', id: offer.id, name: offer.name } as const;
  const prices = priceInEach({ ...unit, originalMinor: originalsMinor }, catalog.discounts, input);
  const isOpenToOffers = admitsOffers([price, ...prices]);
  const judged = judgeOffer(offer, { unit, priceMinor: price.priceMinor, isOpenToOffers, cart: lines, now });
  if ('reason' in judged) return { verdicts: [{ ...subject, reason: judged.reason }] };
  if (usedOfferIds.has(offer.id)) return { verdicts: [{ ...subject, reason: 'UsedByAnotherLine' }] };
  usedOfferIds.add(offer.id);
  return { adjustment: judged, verdicts: [{ ...subject, amountMinor: judged.amountMinor }] };
}
