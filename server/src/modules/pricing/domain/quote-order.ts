import { stepMinor } from '../../../kernel/money.ts';
import { quoteAgreedLines } from './agreed-lines.ts';
import {
  applyLineOffers,
  type DiscountedLine,
  isOpenToOffers,
  type OfferedLine,
  quotedLine,
} from './line-offers.ts';
import { withPriceBasis } from './price-basis.ts';
import type { OrderQuote, OrderQuoteInput, QuotedAmounts, QuotedLine } from './quote.ts';
import { withRenewals } from './renewals.ts';
import { resolveLines, type SellableLine } from './resolve-lines.ts';
import { applyCoupons, type CouponVerdict } from './coupons.ts';
import { applyTaxes, taxOnTop, type TaxShare } from './taxes.ts';
import { explainVariation, priceVariation, type Verdict } from './price-variation.ts';
import type { TierPrice } from './tiers.ts';
import {
  bestReduction,
  type CartOfferJudgement,
  type CartOfferLine,
  type CartReduction,
  judgeCartOffer,
} from './cart-offers.ts';

/**
 * The price of a cart and, on request, the reasons: the steps in the order in which they reduce the price (wire contract
 * section 4). Apart from the first line that an offer can reduce, the order of the lines, discounts and offers changes no
 * amount. Lines that cannot be sold are refused one by one, count for nothing, and do not affect the others.
 */
export function quoteOrder(input: OrderQuoteInput): OrderQuote {
  const cartLines = input.lines.filter(({ agreed }) => agreed === undefined);
  const { sellable, refusals } = resolveLines({ ...input, lines: cartLines });
  const discounted = applyDiscounts(applyTiers(sellable, input), input);
  const offered = applyLineOffers(discounted, input);
  const { lines: withOffers, ...cart } = withCartOffer(offered, input);
  const priced = inOrder(input, [...withOffers, ...quoteAgreedLines(input)]);
  const { lines: reduced, coupons } = withCoupons(priced, input);
  const { lines: taxed, taxes } = withTaxes(withRenewals(reduced, coupons, input), input);
  const lines = withPriceBasis(taxed, input);
  const sum = (amount: keyof QuotedAmounts): number => lines.reduce((total, line) => total + line[amount], 0);
  return {
    currency: input.currency,
    lines,
    refusals,
    total: {
      originalMinor: sum('originalMinor'),
      discountMinor: sum('discountMinor'),
      subtotalMinor: sum('subtotalMinor'),
      taxesMinor: sum('dueMinor') - sum('subtotalMinor'),
      dueMinor: sum('dueMinor'),
    },
    ...cart,
    ...(coupons && { coupons }),
    ...(taxes && { taxes }),
  };
}

/** Step of a quote: takes the best product discount off one unit. */
function applyDiscounts(lines: readonly SellableLine[], input: OrderQuoteInput): DiscountedLine[] {
  const { discounts } = input.catalog;
  return lines.map((line) => {
    if (input.isExplained !== true) return { ...line, price: priceVariation(line.unit, discounts, input) };
    const { price, verdicts } = explainVariation(line.unit, discounts, input);
    return { ...line, price, verdicts: [...line.verdicts, ...verdicts] };
  });
}

function inOrder({ lines }: OrderQuoteInput, quoted: readonly QuotedLine[]): QuotedLine[] {
  const positions = new Map(lines.map(({ id }, position) => [id, position]));
  return quoted.toSorted((a, b) => (positions.get(a.id) ?? 0) - (positions.get(b.id) ?? 0));
}

/** Step of a quote: deducts the coupons from all lines together. */
function withCoupons(
  lines: readonly QuotedLine[],
  { coupons = [], ...context }: OrderQuoteInput,
): { readonly lines: readonly QuotedLine[]; readonly coupons?: readonly CouponVerdict[] } {
  if (coupons.length === 0) return { lines };
  const candidates = lines.map((line) => ({
    ...line,
    isExclusive:
      line.cartOffer?.isExclusive === true || line.adjustments.some(({ isExclusive }) => isExclusive),
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

/** Step of a quote: adds the taxes, or computes the taxes included in the prices. */
function withTaxes(
  lines: readonly QuotedLine[],
  { taxes: rules, currency }: OrderQuoteInput,
): { readonly lines: readonly QuotedLine[]; readonly taxes?: readonly TaxShare[] } {
  if (rules === undefined || rules.rates.length === 0) return { lines };
  const { shares, taxes } = applyTaxes(lines, rules, stepMinor(currency));
  const taxed = lines.map((line): QuotedLine => {
    const tax = shares.get(line.id);
    if (tax === undefined) return line;
    return { ...line, dueMinor: line.subtotalMinor + taxOnTop(tax), tax };
  });
  return { lines: taxed, taxes };
}

/**
 * Step of a quote: the last tier that a line's quantity reaches determines the price of all its units, where it is
 * cheaper.
 */
function applyTiers(lines: readonly SellableLine[], { isExplained }: OrderQuoteInput): SellableLine[] {
  return lines.map((sellable) => {
    const { tiers, line, unit } = sellable;
    if (tiers.length === 0) return sellable;
    const tier = tiers.findLast(({ minQuantity }) => minQuantity <= line.quantity);
    const verdicts = isExplained === true ? explainTiers(sellable, tier) : [];
    const originalMinor = tier?.originalMinor[unit.currency] ?? unit.originalMinor;
    if (tier === undefined || originalMinor === unit.originalMinor) return { ...sellable, verdicts };
    return {
      ...sellable,
      unit: { ...unit, originalMinor },
      tier: { minQuantity: tier.minQuantity, listMinor: unit.originalMinor },
      verdicts,
    };
  });
}

function explainTiers({ tiers, line, unit }: SellableLine, tier: TierPrice | undefined): Verdict[] {
  return tiers.map(({ minQuantity, originalMinor }) => {
    const subject = { kind: 'Tier', id: `${minQuantity}`, name: `${minQuantity} or more` } as const;
    const amountMinor = unit.originalMinor - (originalMinor[unit.currency] ?? unit.originalMinor);
    if (amountMinor === 0) return { ...subject, reason: 'NothingToTakeOff' };
    if (minQuantity > line.quantity) return { ...subject, amountMinor, reason: 'TooFewUnits' };
    if (minQuantity !== tier?.minQuantity) return { ...subject, amountMinor, reason: 'HigherTierApplies' };
    return { ...subject, amountMinor };
  });
}

type CartOfferOutcome = { readonly lines: readonly QuotedLine[] } & Pick<
  OrderQuote,
  'cartOffer' | 'cartVerdicts'
>;

/**
 * Step of a quote: deducts the offer on the whole cart from its lines. It belongs to the order; a client that assigns
 * an offer of this kind to a line means the cart as well. Of several only the best applies.
 */
function withCartOffer(lines: readonly OfferedLine[], input: OrderQuoteInput): CartOfferOutcome {
  const pairs = lines.map((offered) => ({ offered, line: quotedLine(offered) }));
  const quoted = pairs.map(({ line }) => line);
  const { cartOffers } = input.catalog;
  if (cartOffers.length === 0) return { lines: quoted };
  const offerIds = new Set([input.offerId, ...input.lines.map(({ offerId }) => offerId)]);
  const candidates = cartOffers.filter(({ id }) => offerIds.has(id));
  if (candidates.length === 0) return { lines: quoted };
  const cart = pairs.map(({ offered, line }) => cartLine(offered, line, input));
  const judgements = candidates.map((offer) => judgeCartOffer(offer, cart, input));
  const best = bestReduction(judgements);
  return {
    lines: best === undefined ? quoted : quoted.map((line) => reducedLine(line, best)),
    ...(best && { cartOffer: { ...summaryOf(best), amountMinor: best.amountMinor } }),
    ...(input.isExplained === true && {
      cartVerdicts: judgements.map((judgement) => asVerdict(judgement, best)),
    }),
  };
}

function cartLine(offered: OfferedLine, line: QuotedLine, input: OrderQuoteInput): CartOfferLine {
  const isExclusive = line.adjustments.some((adjustment) => adjustment.isExclusive);
  return {
    ...line,
    totalMinor: offered.price.priceMinor * line.quantity,
    isOpen: !isExclusive && isOpenToOffers(offered, input),
  };
}

function reducedLine(line: QuotedLine, { offer, shares }: CartReduction): QuotedLine {
  const amountMinor = shares.get(line.id) ?? 0;
  if (amountMinor === 0) return line;
  const subtotalMinor = line.subtotalMinor - amountMinor;
  const cartOffer = { offerId: offer.id, isExclusive: offer.isExclusive, amountMinor };
  return {
    ...line,
    discountMinor: line.discountMinor + amountMinor,
    subtotalMinor,
    dueMinor: subtotalMinor,
    cartOffer,
  };
}

function summaryOf({ offer }: CartReduction) {
  const { id, name, description, benefit, isExclusive } = offer;
  return { id, name, description, benefit, isExclusive };
}

function asVerdict(judgement: CartOfferJudgement, best: CartReduction | undefined): Verdict {
  const { id, name } = judgement.offer;
  const subject = { kind: 'CartOffer', id, name } as const;
  if ('reason' in judgement) return { ...subject, reason: judgement.reason };
  const { amountMinor } = judgement;
  return best?.offer.id === id
    ? { ...subject, amountMinor }
    : { ...subject, amountMinor, reason: 'BetterOfferApplies' };
}
