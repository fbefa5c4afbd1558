import { toDecimal } from '../../kernel/money.ts';
import type { CouponReason, CouponVerdict } from '../pricing/index.ts';

/** The reason why a typed code refers to no coupon. */
export const UNKNOWN_CODE = 'There is no coupon with this code. Check its spelling.';

/** Why a coupon reduces nothing, for somebody who must not learn about the customer's earlier purchases. */
export const COUPON_NOT_FOR_PURCHASE = 'This coupon cannot be used for this purchase.';

const MESSAGES: Readonly<Record<Exclude<CouponReason, 'TotalTooLow'>, (code: string) => string>> = {
  Withdrawn: (code) => `The coupon ${code} has been withdrawn.`,
  UsedUp: (code) => `The coupon ${code} has been used as often as it can be.`,
  AllReserved: (code) =>
    `The coupon ${code} has no uses left at the moment, because payments in progress hold the last ones. Try again later.`,
  UsedByCustomer: (code) => `You have used the coupon ${code} as often as a customer can.`,
  NotFirstPurchase: (code) => `The coupon ${code} is only for a first purchase.`,
  NotStarted: (code) => `The coupon ${code} cannot be used yet.`,
  Ended: (code) => `The coupon ${code} has expired.`,
  OtherCurrency: (code) => `The coupon ${code} does not apply to orders in this currency.`,
  NoLineFits: (code) => `The coupon ${code} does not apply to anything in your cart.`,
  NothingToTakeOff: (code) => `The coupon ${code} does not reduce the price of your cart.`,
};

/** Why a coupon reduces nothing, as a sentence for the buyer; `undefined` when it reduces something. */
export function couponMessage(
  { code, reason, minimumMinor }: CouponVerdict,
  currency: string,
): string | undefined {
  if (reason === undefined) return undefined;
  if (reason !== 'TotalTooLow') return MESSAGES[reason](code);
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  return `The coupon ${code} needs a total of at least ${money.format(toDecimal(minimumMinor ?? 0, currency))}.`;
}

export const NOTHING_CHARGED = 'Nothing was charged. Remove it to continue.';

/** Why a network cannot hold more uses of a coupon. */
export function tooManyReserved(code: string): string {
  return `Too many payments in progress from your network hold the coupon ${code}. Finish or cancel one of them first. ${NOTHING_CHARGED}`;
}

/** Why a network does not get the last use of a coupon today. */
export function heldTooLong(code: string): string {
  return `Payments from your network that were not finished have held the coupon ${code} for hours, so its last use is for others now. Try again tomorrow. ${NOTHING_CHARGED}`;
}

/** The same for an obstacle that appeared after the buyer had seen the price. */
export function obstacleMessage(code: string, reason: Exclude<CouponReason, 'TotalTooLow'>): string {
  return `${MESSAGES[reason](code)} ${NOTHING_CHARGED}`;
}
