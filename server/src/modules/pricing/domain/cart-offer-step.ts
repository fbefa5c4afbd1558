import {
  bestReduction,
  type CartOfferJudgement,
  type CartOfferLine,
  type CartReduction,
  judgeCartOffer,
} from './cart-offers.ts';
import { isOpenToOffers, type OfferedLine, quotedLine } from './line-offers.ts';
import type { Verdict } from './price-variation.ts';
import type { OrderQuote, OrderQuoteInput, QuotedLine } from './quote.ts';

type CartOfferOutcome = { readonly lines: readonly QuotedLine[] } & Pick<
  OrderQuote,
  'cartOffer' | 'cartVerdicts'
>;

/**
 * Step of a quote: deducts the offer on the whole cart from its lines. It belongs to the order; a client that assigns
 * an offer of this kind to a line means the cart as well. Of several only the best applies.
 */
export function withCartOffer(lines: readonly OfferedLine[], input: OrderQuoteInput): CartOfferOutcome {
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
