import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { holdsMoney } from '../../payments/index.ts';
import { FIRST_STATUS } from '../domain/order-state.ts';
import { changeOrder, deleteOrder, insertOrder, lockOrder } from '../order/store.ts';
import { orderSubject } from '../purchase/purchases.ts';
import { deletePurchases } from '../purchase/store-purchases.ts';
import { mailedCheckoutUrl } from '../rights/checkout-links.ts';
import type { Billing, Order, OrderLine, OrderOrigin } from '../tables.ts';

/** An order that no buyer put together. */
export interface StandingOrder {
  readonly origin: Exclude<OrderOrigin, 'Cart'>;
  readonly subscriptionId: string;
  /** Null while the purchase waits for the proof of the address in `billing`. */
  readonly customerId: string | null;
  readonly currency: string;
  readonly billing: Billing;
  /** Each with its agreed price. */
  readonly lines: readonly OrderLine[];
}

/**
 * Places an order without a cart, for a subscription. It is paid, delivered, documented and refunded like every other
 * one; only its price was agreed before, and nobody can change it.
 */
export async function placeOrder(tx: CommandTx, standing: StandingOrder): Promise<Order> {
  const order = await newOrder(tx, standing);
  await insertOrder(tx, order);
  return order;
}

type NewOrder = Pick<Order, 'origin' | 'subscriptionId' | 'customerId' | 'currency' | 'billing' | 'lines'>;

/** The row of an order that no buyer put together, open and unpaid. */
export async function newOrder(tx: CommandTx, standing: NewOrder): Promise<Order> {
  const now = tx.clock.now();
  const { customerId } = standing;
  const customer = customerId === null ? undefined : await findCustomer(tx, customerId);
  return {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    ...standing,
    status: FIRST_STATUS,
    billingEpoch: customer?.sessionEpoch ?? 0,
    billingOrigin: null,
    utm: {},
    returnUrl: null,
    couponCodeIds: [],
    offerId: null,
    content: null,
    lastPaymentFailure: null,
    lastFulfilmentFailure: null,
    isRefunded: false,
    hasUndueMoney: false,
    cancelledAt: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    completedAt: null,
  };
}

/** Changes what an order without a cart is of, which can be paid now: see `lockForPayment`. The caller holds its lock. */
export async function changeLines(
  tx: CommandTx,
  orderId: string,
  lines: readonly OrderLine[],
): Promise<void> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order?.status !== 'Open') throw new Error(`order ${orderId} cannot be changed any more`);
  await changeOrder(tx, order, { lines, updatedAt: tx.clock.now() });
}

/**
 * Deletes an order that was placed without a cart and is not paid; nothing may refer to it. False, and nothing
 * is deleted, for one that holds money or may still receive some. The caller holds its lock.
 */
export async function withdrawOrder(tx: CommandTx, orderId: string): Promise<boolean> {
  const accountId = tx.account.id;
  if (await holdsMoney(tx, accountId, orderSubject({ id: orderId }))) return false;
  await deletePurchases(tx, accountId, orderId);
  await deleteOrder(tx, accountId, orderId);
  return true;
}

/** Locks an order until the transaction ends, before what it pays for is locked. Returns whether it can be paid now. */
export async function lockForPayment(tx: CommandTx, orderId: string): Promise<boolean> {
  return (await lockOrder(tx, tx.account.id, orderId))?.status === 'Open';
}

/** The address of the page on which the customer of an order pays it without signing in, for two weeks. */
export async function payPageOf(
  ctx: CommandContext,
  { id, customerId }: Pick<Order, 'id' | 'customerId'>,
): Promise<string> {
  if (customerId === null) return mailedCheckoutUrl(ctx, { id }, { kind: 'Guest' }, undefined);
  const customer = await findCustomer(ctx, customerId);
  return mailedCheckoutUrl(ctx, { id }, { kind: 'Customer', customerId }, customer);
}
