import { amountOff } from './benefit.ts';
import { targetReason, windowReason, type Reason, type Unit } from './eligibility.ts';
import type { ItemReference, ItemTarget, Offer, PricingCatalog, Window } from './model.ts';
import { asAdjustment, type Adjustment } from './price-variation.ts';

/** The parts of a cart line that an offer's condition uses. */
interface CountedLine {
  readonly item: ItemReference;
  readonly variationId: string;
}

/** The unit of a cart line to which an offer applies. */
interface OfferedUnit {
  readonly unit: Unit;
  /** Its price after the discount, in minor units. */
  readonly priceMinor: number;
  /** The result of `admitsOffers` for the unit's prices. */
  readonly isOpenToOffers: boolean;
  readonly cart: readonly CountedLine[];
  readonly now: Date;
}

/**
 * The offer's reduction per unit of a line that is under it, on top of the discount; or the reason why there is none.
 * An exclusive discount excludes offers, no matter in which currency it determines the price. The offer applies to
 * every unit of the line while the cart meets its condition.
 */
export function judgeOffer(
  offer: Offer,
  { unit, priceMinor, isOpenToOffers, cart, now }: OfferedUnit,
): Adjustment | { readonly reason: Reason } {
  const reason = targetReason([offer.target], unit) ?? windowReason(offer, now);
  if (reason !== undefined) return { reason };
  if (countRelevant(offer, cart) < offer.minimumItems) return { reason: 'TooFewItems' };
  if (!isOpenToOffers) return { reason: 'ExclusiveDiscountApplies' };
  const amountMinor = amountOff(offer.benefit, priceMinor, unit.currency);
  return amountMinor > 0 ? asAdjustment('Offer', offer, amountMinor) : { reason: 'NothingToTakeOff' };
}

/**
 * The number of the cart's lines that count for an offer: those with an item and variation of its condition, regardless
 * of their quantity.
 */
function countRelevant(offer: Offer, cart: readonly CountedLine[]): number {
  return cart.filter((line) => targetReason(offer.relevantItems, line) === undefined).length;
}

/** An offer as a storefront shows it: the targets and the condition's items that are currently on sale. */
export interface ShownOffer<AnyOffer extends Offer = Offer> {
  readonly offer: AnyOffer;
  /** The variations of the target that it reduces; never empty. */
  readonly targetVariationIds: readonly string[];
  readonly relevantItems: readonly ItemTarget[];
}

/** The items of a catalogue that a storefront contains: variation ids by item. */
export interface ItemsOnSale {
  readonly all: readonly ItemTarget[];
  /** Without the variations whose price an exclusive discount determined in any currency: no offer lists them. */
  readonly admittingOffers: readonly ItemTarget[];
}

/** The offers that are open at a time, that reduce an item on sale, and whose condition has one on sale. */
export function shownOffers<AnyOffer extends Offer>(
  offers: readonly AnyOffer[],
  onSale: ItemsOnSale,
  at: Date,
): ShownOffer<AnyOffer>[] {
  return offers.flatMap((offer) => {
    if (windowReason(offer, at) !== undefined) return [];
    const [target] = selectOnSale([offer.target], onSale.admittingOffers);
    const relevantItems = selectOnSale(offer.relevantItems, onSale.all);
    if (target === undefined || relevantItems.length === 0) return [];
    return [{ offer, targetVariationIds: target.variationIds, relevantItems }];
  });
}

/** The earliest time after `at` at which the set of offers changes without any edit; `null` when it never will. */
export function offersChangeAt(offers: readonly Offer[], onSale: ItemsOnSale, at: Date): Date | null {
  return windowsChangeAt(
    offers.filter((offer) => isShowable(offer, onSale)),
    at,
  );
}

/** The earliest time after `at` at which one of the windows opens or closes; `null` when none will. */
export function windowsChangeAt(windows: readonly Window[], at: Date): Date | null {
  const moments = windows.flatMap(({ startsAt, endsAt }) => {
    // A window that is empty, or over before it starts, never shows anything.
    if (startsAt !== null && endsAt !== null && startsAt >= endsAt) return [];
    if (startsAt !== null && startsAt > at) return [startsAt];
    return endsAt !== null && endsAt > at ? [endsAt] : [];
  });
  return earliest(moments);
}

/** The earliest of the times; `null` when there are none. */
export function earliest(moments: readonly (Date | null)[]): Date | null {
  return moments.reduce((first, moment) => {
    if (moment === null) return first;
    return first === null || moment < first ? moment : first;
  }, null);
}

/** The variations of the targets that are on sale, by item; without targets, all of them. */
export function selectOnSale(targets: readonly ItemTarget[], onSale: readonly ItemTarget[]): ItemTarget[] {
  return onSale.flatMap((item) => {
    const variationIds = item.variationIds.filter(
      (variationId) => targetReason(targets, { item, variationId }) === undefined,
    );
    return variationIds.length === 0 ? [] : [{ type: item.type, id: item.id, variationIds }];
  });
}

/** The offer with an id, if the catalogue has one. */
export function findOffer(catalog: Pick<PricingCatalog, 'offers'>, id: string): Offer | undefined {
  return catalog.offers.find((offer) => offer.id === id);
}

function isShowable({ target, relevantItems }: Offer, { all, admittingOffers }: ItemsOnSale): boolean {
  return selectOnSale([target], admittingOffers).length > 0 && selectOnSale(relevantItems, all).length > 0;
}
