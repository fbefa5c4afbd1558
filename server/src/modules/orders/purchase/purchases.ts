import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import { emailKey, findMerges } from '../../customers/index.ts';
import { type Payment, type PaymentSubject, successfulPayment } from '../../payments/index.ts';
import { reserveOrderCoupons } from './coupon-uses.ts';
import { isPaid } from '../domain/order-state.ts';
import { insertLines } from '../order/store.ts';
import { advanceOrder } from '../order/store-status.ts';
import { insertPurchase, latestPurchase, readPurchase } from './store-purchases.ts';
import type { Buyer, Order, Purchase, PurchaseRow } from '../tables.ts';

/** The subject kind of payments of orders. */
export const ORDER_KIND = 'Order';

/** An order, as payments refer to it. */
export function orderSubject({ id }: Pick<Order, 'id'>): PaymentSubject {
  return { kind: ORDER_KIND, id };
}

/** The purchase that determines the buyer of an order: the one that was paid, or the latest attempt. */
export async function decisivePurchase(
  ctx: QueryContext,
  order: Pick<Order, 'accountId' | 'id' | 'status'>,
): Promise<PurchaseRow | undefined> {
  const db = readerOf(ctx);
  if (!isPaid(order)) return latestPurchase(db, order);
  const payment = await successfulPayment(ctx, orderSubject(order));
  return payment && readPurchase(db, order.accountId, payment.id);
}

/** Whether somebody else paid for the order's customer: the provider's invoice is for that person and names them. */
export async function isPaidByStranger(
  ctx: QueryContext,
  order: Pick<Order, 'accountId' | 'id' | 'status'>,
): Promise<boolean> {
  const purchase = await decisivePurchase(ctx, order);
  return purchase?.buyer.payer !== undefined;
}

/** The purchase of a payment to be opened. */
interface NewPurchase {
  readonly order: Order;
  readonly content: Purchase;
  readonly buyer: Buyer;
  /** The network of the client; absent where it is unknown. */
  readonly network?: string | undefined;
}

/**
 * Stores the content and the buyer of a payment, and reserves the coupons that reduce its price. The caller holds the
 * order's lock. Raises `CouponNoLongerUsable`.
 */
export async function recordPurchase(
  tx: CommandTx,
  { id: paymentId, createdAt }: Payment,
  { order, content, buyer, network }: NewPurchase,
): Promise<PurchaseRow> {
  const { accountId, id: orderId } = order;
  const { email } = buyer.billing;
  const guestEmailKey = buyer.customerId === null && email !== undefined ? emailKey(email) : null;
  const row = { accountId, paymentId, orderId, content, buyer, guestEmailKey, createdAt };
  const purchase = { ...row, isFulfilled: false };
  await insertPurchase(tx, purchase);
  await reserveOrderCoupons(tx, purchase, network);
  return purchase;
}

/**
 * Makes an order `Paid`, and returns it: from then on its lines, prices and buyer are those at the start of the
 * payment, even if the cart was changed or claimed by somebody else afterwards. Nothing is delivered yet: see
 * `fulfilOrder`. The caller holds the order's lock.
 */
export async function settleOrder(
  tx: CommandTx,
  order: Order,
  { content, buyer }: Pick<PurchaseRow, 'content' | 'buyer'>,
): Promise<Order> {
  const { billing } = buyer;
  const customerId = buyer.customerId === null ? null : await currentId(tx, buyer.customerId);
  await insertLines(tx, order, content.lines);
  return advanceOrder(tx, order, ['PaymentReceived'], {
    customerId,
    billing,
    currency: content.quote.currency,
    lines: content.lines,
    content,
    lastPaymentFailure: null,
    paidAt: tx.clock.now(),
  });
}

/** A customer may be merged into another while a payment is on its way. */
async function currentId(tx: CommandTx, customerId: string): Promise<string> {
  return (await findMerges(tx, [customerId])).get(customerId) ?? customerId;
}
