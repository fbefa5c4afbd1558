import { notFound } from '../../../kernel/problem.ts';
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
import type { CheckoutLink } from '../rights/checkout-links.ts';
import { audienceOf, mayPay } from '../checkout/checkout.ts';
import { type OrderView, refuseAnother } from './find-order.ts';
import { couponsOfCustomer, orderTaken } from '../problems.ts';
import { changeOrder, lockOrder } from '../order/store.ts';
import type { Order } from '../tables.ts';
import { audienceFor } from '../quote/cart-taxes.ts';
import { quoteLines } from '../quote/order-quote.ts';
import { refusePaid } from './cart-change.ts';

/** The caller who changes the coupons of a cart: a customer, an anonymous visitor, or the holder of a checkout link. */
export type CouponCaller = { readonly customerId: string | undefined } | { readonly link: CheckoutLink };

export interface CouponEntry {
  readonly orderId: string;
  readonly caller: CouponCaller;
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
  return changeCoupons(ctx, { orderId, caller }, async (tx, cart, quoteWith) => {
    const codeId = await findCouponCode(tx, code);
    const before = cart.couponCodeIds;
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
  return changeCoupons(ctx, { orderId, caller }, async (tx, { couponCodeIds }) => {
    if (code === undefined) return { couponCodeIds: [] };
    const codeId = await findCouponCode(tx, code);
    return { couponCodeIds: couponCodeIds.filter((id) => id !== codeId) };
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
  change: (tx: CommandTx, cart: Order, quoteWith: QuoteWith) => Promise<CouponChange>,
): Promise<OrderView> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return transaction(ctx, async (tx) => {
    const before = await openCart(tx, orderId.toLowerCase(), caller);
    const owner = ownerChanges(before, caller);
    const cart = { ...before, ...owner };
    const audience = 'link' in caller ? audienceOf(cart, caller.link) : audienceFor(cart, caller.customerId);
    const quoteWith: QuoteWith = (couponCodeIds) =>
      quoteLines(tx, catalog, { order: { ...cart, couponCodeIds }, taxBasis, audience });
    const { couponCodeIds, quote } = await change(tx, before, quoteWith);
    const order = await changeOrder(tx, before, { ...owner, couponCodeIds, updatedAt: tx.clock.now() });
    return { order, quote: quote ?? (await quoteWith(couponCodeIds)), catalog };
  });
}

async function openCart(tx: CommandTx, orderId: string, caller: CouponCaller): Promise<Order> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw notFound();
  if ('link' in caller) {
    if (!mayPay(order, caller.link)) throw orderTaken();
  } else {
    refuseAnother(order, caller.customerId);
  }
  if (order.customerId !== null && !isCustomer(caller)) throw couponsOfCustomer();
  refusePaid(order);
  return order;
}

/** Whether the caller, who may change the cart of a customer, is signed in as one or has a link of one. */
function isCustomer(caller: CouponCaller): boolean {
  return 'link' in caller ? caller.link.buyer.kind === 'Customer' : caller.customerId !== undefined;
}

/** A cart without an owner belongs to the customer who changes it, without what a guest entered. */
function ownerChanges(
  { customerId }: Order,
  caller: CouponCaller,
): Partial<Pick<Order, 'customerId' | 'billing'>> {
  if ('link' in caller || customerId !== null || caller.customerId === undefined) return {};
  return { customerId: caller.customerId, billing: {} };
}

/** Raises the reason against the coupon of a code that was just entered. */
function refuseUnusable({ coupons = [], currency, lines }: OrderQuote, codeId: string | undefined): void {
  const verdict = coupons.find((coupon) => coupon.codeId === codeId);
  if (verdict === undefined) throw couponNotUsable({ reason: 'UnknownCode', detail: UNKNOWN_CODE });
  if (coupons.some(({ couponId, codeId: id }) => couponId === verdict.couponId && id !== codeId))
    throw couponNotUsable({
      reason: 'OtherCodeOfCoupon',
      detail: `This order has another code of the coupon ${verdict.name} already.`,
    });
  const isEmpty = verdict.reason === 'NoLineFits' && lines.length === 0;
  const detail = isEmpty
    ? 'Your cart is empty. Add something to it first, and then enter the coupon.'
    : couponMessage(verdict, currency);
  const reason = isEmpty ? 'EmptyCart' : verdict.reason;
  if (detail !== undefined && reason !== undefined) throw couponNotUsable({ reason, detail });
}
