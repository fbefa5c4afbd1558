import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import {
  couponMessage,
  couponNotUsable,
  findCouponCode,
  MAX_COUPONS,
  UNKNOWN_CODE,
} from '../../coupons/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { loadTaxBasis } from '../../taxes/index.ts';
import { couponsOfCustomer } from '../problems.ts';
import { type OrderView, quoteLines } from '../quote/order-quote.ts';
import { audienceOf, type Caller } from '../rights/rights.ts';
import { changeCart, openCart } from './open-cart.ts';

interface CouponEntry {
  readonly orderId: string;
  readonly caller: Caller;
  /** As typed by the buyer. */
  readonly code: string;
}

/**
 * Enters a coupon in a cart, in addition to its other ones (extended API, section A). Entering it again changes
 * nothing. The order then has the price with the coupon; its uses are taken when a payment begins.
 *
 * Raises `CouponNotUsable` with the reason, in a sentence for the buyer, `CouponsNeedCustomer` when the order belongs
 * to a customer and the caller is not signed in as one, `NotFound`, `OrderOfAnotherCustomer` or, at the checkout,
 * `OrderTaken`, `OrderCompleted` and `OrderPaymentProcessing`.
 */
export function applyCoupon(ctx: Context, { orderId, caller, code }: CouponEntry): Promise<OrderView> {
  return changeCoupons(ctx, { orderId, caller }, async (tx, before, quoteWith) => {
    const codeId = await findCouponCode(tx, code);
    if (codeId !== undefined && before.includes(codeId)) return { couponCodeIds: before };
    // An unknown code takes the same path, with the id of no code.
    const couponCodeIds = [...before, codeId ?? ''];
    const quote = await quoteWith(couponCodeIds);
    refuseUnusable(quote, codeId);
    if (couponCodeIds.length > MAX_COUPONS)
      throw couponNotUsable({
        reason: 'TooManyCoupons',
        detail: `One order can have ${MAX_COUPONS} coupons. Remove one of them first.`,
      });
    return { couponCodeIds, quote };
  });
}

/**
 * Removes a coupon from a cart, or all of them if there is no code. Removing a coupon that the cart does not have is
 * not an error. Raises what `applyCoupon` raises except `CouponNotUsable`.
 */
export function removeCoupons(
  ctx: Context,
  { orderId, caller, code }: Pick<CouponEntry, 'orderId' | 'caller'> & { readonly code?: string | undefined },
): Promise<OrderView> {
  return changeCoupons(ctx, { orderId, caller }, async (tx, before) => {
    if (code === undefined) return { couponCodeIds: [] };
    const codeId = await findCouponCode(tx, code);
    return { couponCodeIds: before.filter((id) => id !== codeId) };
  });
}

type QuoteWith = (couponCodeIds: readonly string[]) => Promise<OrderQuote>;

/** The new codes of the cart, and its price with them if it was already calculated. */
interface CouponChange {
  readonly couponCodeIds: readonly string[];
  readonly quote?: OrderQuote;
}

async function changeCoupons(
  ctx: Context,
  { orderId, caller }: Pick<CouponEntry, 'orderId' | 'caller'>,
  change: (tx: CommandTx, before: readonly string[], quoteWith: QuoteWith) => Promise<CouponChange>,
): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return transaction(ctx, async (tx) => {
    const cart = await openCart(tx, orderId, caller, { needsCustomer: couponsOfCustomer });
    const audience = audienceOf(cart.order, caller);
    const quoteWith: QuoteWith = (couponCodeIds) =>
      quoteLines(tx, catalog, { order: { ...cart.order, couponCodeIds }, taxBasis, audience });
    const { couponCodeIds, quote } = await change(tx, cart.order.couponCodeIds, quoteWith);
    const order = await changeCart(tx, cart, { couponCodeIds });
    return { order, quote: quote ?? (await quoteWith(couponCodeIds)), catalog };
  });
}

/** Raises the reason against the coupon of a code that was just entered. */
function refuseUnusable({ coupons = [], currency, lines }: OrderQuote, codeId: string | undefined): void {
  const verdict = coupons.find((coupon) => coupon.codeId === codeId);
  if (verdict === undefined) throw couponNotUsable({ reason: 'UnknownCode', detail: UNKNOWN_CODE });
  if (coupons.some(({ couponId, codeId: id }) => couponId === verdict.couponId && id !== codeId))
    throw couponNotUsable({
      reason: 'OtherCodeOfCoupon',
      detail: `This order already has another code of the coupon ${verdict.name}.`,
    });
  const isEmpty = verdict.reason === 'NoLineFits' && lines.length === 0;
  const detail = isEmpty
    ? 'Your cart is empty. Add something to it first, and then enter the coupon.'
    : couponMessage(verdict, currency);
  const reason = isEmpty ? 'EmptyCart' : verdict.reason;
  if (detail !== undefined && reason !== undefined) throw couponNotUsable({ reason, detail });
}
