import { findOffer, judgeOffer } from './offers.ts';
import {
  admitsOffers,
  priceInEach,
  type Adjustment,
  type UnitPrice,
  type Verdict,
} from './price-variation.ts';
import type { OrderQuoteInput, QuotedLine } from './quote.ts';
import type { SellableLine } from './resolve-lines.ts';

/** A line with the price of one unit after its product discount. */
export interface DiscountedLine extends SellableLine {
  readonly price: UnitPrice;
}

/** A line with all reductions of one unit. */
export interface OfferedLine extends DiscountedLine {
  /** Deductions from one unit, in order: discount, then offer. */
  readonly adjustments: readonly Adjustment[];
}

/**
 * Step of a quote: deducts the line's offer from one unit. An offer applies to one line: the first that it can reduce.
 * An offer that has ended, or never existed, reduces nothing; the cart stays valid.
 */
export function applyLineOffers(lines: readonly DiscountedLine[], input: OrderQuoteInput): OfferedLine[] {
  const usedOfferIds = new Set<string>();
  return lines.map((line) => {
    const { adjustment, verdict } = offerOn(line, { lines, usedOfferIds }, input);
    if (adjustment !== undefined) usedOfferIds.add(adjustment.id);
    return {
      ...line,
      adjustments: [line.price.discount, adjustment].filter((entry) => entry !== undefined),
      verdicts:
        input.isExplained === true && verdict !== undefined ? [...line.verdicts, verdict] : line.verdicts,
    };
  });
}

/**
 * Whether an offer may reduce the price of a line: the same as in the storefront for its variation, regardless of the
 * quantity.
 */
export function isOpenToOffers({ unit, listMinor, tiers }: DiscountedLine, input: OrderQuoteInput): boolean {
  const originals = [listMinor, ...tiers.map(({ originalMinor }) => originalMinor)];
  return originals.every((originalMinor) =>
    admitsOffers(priceInEach({ ...unit, originalMinor }, input.catalog.discounts, input)),
  );
}

/** The line in the form of the quote, before the reductions of the whole cart. */
export function quotedLine({ line, unit, tier, adjustments, verdicts, ...rest }: OfferedLine): QuotedLine {
  const unitPriceMinor =
    unit.originalMinor - adjustments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const subtotalMinor = unitPriceMinor * line.quantity;
  return {
    id: line.id,
    item: line.item,
    variationId: line.variationId,
    quantity: line.quantity,
    ...(line.offerId !== undefined && { offerId: line.offerId }),
    ...(tier && { tier }),
    unitOriginalMinor: unit.originalMinor,
    unitPriceMinor,
    originalMinor: unit.originalMinor * line.quantity,
    discountMinor: (unit.originalMinor - unitPriceMinor) * line.quantity,
    subtotalMinor,
    dueMinor: subtotalMinor,
    adjustments,
    ...(rest.upgrade && { upgrade: rest.upgrade }),
    grantedProductIds: rest.grantedProductIds,
    isPartial: rest.isPartial,
    verdicts,
  };
}

interface OfferOutcome {
  readonly adjustment?: Adjustment;
  /** Absent for a line without an offer. */
  readonly verdict?: Verdict;
}

function offerOn(
  discounted: DiscountedLine,
  cart: { readonly lines: readonly DiscountedLine[]; readonly usedOfferIds: ReadonlySet<string> },
  input: OrderQuoteInput,
): OfferOutcome {
  const { line, unit, price } = discounted;
  const { catalog, now } = input;
  const offer = line.offerId === undefined ? undefined : findOffer(catalog, line.offerId);
  if (offer === undefined) return {};
  const subject = { kind: 'Offer', id: offer.id, name: offer.name } as const;
  const judgement = judgeOffer(offer, {
    unit,
    priceMinor: price.priceMinor,
    isOpenToOffers: isOpenToOffers(discounted, input),
    cart: cart.lines.map((other) => other.line),
    now,
  });
  if ('reason' in judgement) return { verdict: { ...subject, reason: judgement.reason } };
  if (cart.usedOfferIds.has(offer.id)) return { verdict: { ...subject, reason: 'UsedByAnotherLine' } };
  return { adjustment: judgement, verdict: { ...subject, amountMinor: judgement.amountMinor } };
}
