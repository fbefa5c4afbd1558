import { amountOff } from './benefit.ts';
import {
  UTM_NAMES,
  type Audience,
  type Discount,
  type ItemReference,
  type ItemTarget,
  type PricingContext,
  type Utm,
  type Window,
  type PricedCustomer,
} from './model.ts';

/** The reason why a tier, a discount or an offer did not reduce a price. */
export type Reason =
  | 'TooFewUnits'
  | 'HigherTierApplies'
  | 'OtherItem'
  | 'OtherVariation'
  | 'OtherCurrency'
  | 'NotStarted'
  | 'Ended'
  | 'CampaignNotMet'
  | 'CustomerUnknown'
  | 'OwnershipNotMet'
  | 'NothingToTakeOff'
  | 'BetterDiscountApplies'
  | 'ExclusiveDiscountApplies'
  | 'TooFewItems'
  | 'UsedByAnotherLine'
  | 'TotalTooLow'
  | 'TotalTooHigh'
  | 'BetterOfferApplies';

/** One unit to price: an item in a variation, at its price before discounts. */
export interface Unit {
  readonly item: ItemReference;
  readonly variationId: string;
  readonly currency: string;
  readonly originalMinor: number;
}

/** The reason why the discount does not reduce the unit's price, or the amount by which it would. */
export type Judgement = { readonly reason: Reason } | { readonly amountMinor: number };

/** Evaluates a discount without its competitors. */
export function judgeDiscount(discount: Discount, unit: Unit, context: PricingContext): Judgement {
  const reason =
    targetReason(discount.targets, unit) ??
    (isListed(discount.currencies, unit.currency) ? undefined : 'OtherCurrency') ??
    windowReason(discount, context.now) ??
    personalReason(discount, context);
  if (reason !== undefined) return { reason };
  const amountMinor = amountOff(discount.benefit, unit.originalMinor, unit.currency);
  return amountMinor > 0 ? { amountMinor } : { reason: 'NothingToTakeOff' };
}

/** The reason why a discount is not for this visitor, regardless of the item and the time; `undefined` when it is. */
export function personalReason(
  discount: Pick<Discount, 'utm' | 'audience'>,
  context: Pick<PricingContext, 'utm' | 'customer'>,
): Reason | undefined {
  if (!meetsCampaign(discount.utm, context.utm)) return 'CampaignNotMet';
  return audienceReason(discount.audience, context.customer);
}

/**
 * The reason why the targets exclude a unit; `undefined` when they include it. Without targets, all units are included.
 */
export function targetReason(
  targets: readonly ItemTarget[],
  unit: Pick<Unit, 'item' | 'variationId'>,
): Reason | undefined {
  if (targets.length === 0) return undefined;
  const ofItem = targets.filter(({ type, id }) => type === unit.item.type && id === unit.item.id);
  if (ofItem.length === 0) return 'OtherItem';
  return ofItem.some(({ variationIds }) => isListed(variationIds, unit.variationId))
    ? undefined
    : 'OtherVariation';
}

export function windowReason({ startsAt, endsAt }: Window, at: Date): 'NotStarted' | 'Ended' | undefined {
  if (startsAt !== null && at < startsAt) return 'NotStarted';
  return endsAt !== null && at >= endsAt ? 'Ended' : undefined;
}

/** Whether each parameter that the rule names has one of its values. */
function meetsCampaign(rule: Discount['utm'], utm: Utm): boolean {
  return UTM_NAMES.every((name) => {
    const accepted = rule[name];
    if (accepted === undefined || accepted.length === 0) return true;
    const parameter = utm[name]?.toLowerCase();
    return parameter !== undefined && accepted.some((value) => value.toLowerCase() === parameter);
  });
}

function audienceReason(
  { ownedCount, owns }: Audience,
  customer: PricedCustomer | undefined,
): Reason | undefined {
  if (ownedCount === undefined && owns === undefined) return undefined;
  if (customer === undefined) return 'CustomerUnknown';
  const { ownedProductIds: owned, perpetualProductIds: perpetual } = customer;
  const isCountMet =
    perpetual.size >= (ownedCount?.least ?? 0) && owned.size <= (ownedCount?.most ?? Number.MAX_SAFE_INTEGER);
  // What somebody owns for a while only keeps discounts for newcomers away.
  const isOwnerMet = owns === undefined || meetsOwnership(owns, owns.match === 'None' ? owned : perpetual);
  return isCountMet && isOwnerMet ? undefined : 'OwnershipNotMet';
}

function meetsOwnership(
  { match, productIds }: NonNullable<Audience['owns']>,
  owned: ReadonlySet<string>,
): boolean {
  switch (match) {
    case 'Some':
      return productIds.some((id) => owned.has(id));
    case 'All':
      return productIds.every((id) => owned.has(id));
    case 'None':
      return !productIds.some((id) => owned.has(id));
  }
}

/** An empty list includes everything. */
function isListed(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value);
}

/**
 * The part of a campaign that affects prices: the ids of the discounts with a campaign rule that it meets. Visitors for
 * whom this is equal see the same prices, regardless of their other parameters.
 */
export function campaignEffect(discounts: readonly Discount[], utm: Utm): string[] {
  return discounts
    .filter(
      ({ utm: rule }) => UTM_NAMES.some((name) => (rule[name]?.length ?? 0) > 0) && meetsCampaign(rule, utm),
    )
    .map(({ id }) => id);
}
