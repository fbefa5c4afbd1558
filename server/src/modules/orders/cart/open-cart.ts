import { notFound, type Problem } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { FIRST_STATUS, isPaid } from '../domain/order-state.ts';
import { changeOrder, insertOrder, lockOrder, type OrderChanges } from '../order/store.ts';
import { orderCompleted, orderOfSubscription, orderTaken, paymentInProgress } from '../problems.ts';
import { type Caller, mayPay, refuseAnother } from '../rights/rights.ts';
import type { Order } from '../tables.ts';
import { limitGuestCarts } from './limit-guest-carts.ts';

/** A cart that its caller may change, locked until the transaction ends. */
export interface OpenCart {
  /** As it is stored. */
  readonly before: Order;
  /** As the caller has it: a guest's cart belongs to the customer who changes it. */
  readonly order: Order;
  /** The difference between the two. */
  readonly takeover: Pick<OrderChanges, 'customerId' | 'billing' | 'billingOrigin'>;
}

interface CartOptions {
  /** Creates the cart if there is none; runs before, and raises the reason against another one. */
  readonly admitNew?: ((tx: CommandTx) => Promise<void>) | undefined;
  /** The refusal of callers who are not signed in, if the cart belongs to a customer. */
  readonly needsCustomer?: () => Problem;
}

/**
 * Locks a cart for a change: every change of a cart starts with this, and ends with `changeCart`.
 *
 * Raises `NotFound`, `OrderTaken` for a link that may not pay the cart, `OrderOfAnotherCustomer`, `OrderCompleted`,
 * `OrderOfSubscription`, `OrderPaymentProcessing`, and 429 for a guest's new cart if the account has too many.
 */
export async function openCart(
  tx: CommandTx,
  orderId: string,
  caller: Caller,
  { admitNew, needsCustomer }: CartOptions = {},
): Promise<OpenCart> {
  const id = orderId.toLowerCase();
  const before =
    (await lockOrder(tx, tx.account.id, id)) ?? (admitNew && (await createCart(tx, id, caller, admitNew)));
  if (before === undefined) throw notFound();
  const { customerId, link } = caller;
  // Somebody may have taken over the order since the page of the link was opened.
  if (link !== undefined && !mayPay(before, link)) throw orderTaken();
  refuseAnother(before, customerId);
  const isCustomer = customerId !== undefined || link?.buyer.kind === 'Customer';
  if (needsCustomer !== undefined && before.customerId !== null && !isCustomer) throw needsCustomer();
  if (isPaid(before)) throw orderCompleted();
  if (before.origin !== 'Cart') throw orderOfSubscription();
  if (before.status === 'PaymentProcessing') throw paymentInProgress();
  return openFor(before, customerId);
}

/** Writes the changes of an open cart, and returns the cart with its new revision. */
export function changeCart(
  tx: CommandTx,
  { before, takeover }: OpenCart,
  changes: Omit<OrderChanges, 'customerId' | 'updatedAt'>,
): Promise<Order> {
  return changeOrder(tx, before, { ...takeover, ...changes, updatedAt: tx.clock.now() });
}

/**
 * Assigns a cart without an owner to the customer who reads it. An order that belongs to the customer, or that is being
 * paid, stays as it is. Raises `NotFound` and `OrderOfAnotherCustomer`.
 */
export async function claimCart(ctx: Context, cart: Order, customerId: string): Promise<Order> {
  if (!isClaimable(cart)) return cart;
  return transaction(ctx, async (tx) => {
    const before = await lockOrder(tx, cart.accountId, cart.id);
    if (before === undefined) throw notFound();
    refuseAnother(before, customerId);
    // Another request of the customer, or a payment, may have been faster.
    if (!isClaimable(before)) return before;
    return changeCart(tx, openFor(before, customerId), {});
  });
}

/** Whether the order is a cart without an owner. While it is being paid it stays with its payer. */
function isClaimable({ customerId, status }: Order): boolean {
  return customerId === null && status === 'Open';
}

/**
 * A cart without an owner belongs to the customer who opens it. The details that a guest entered are personal data, and
 * are not passed on to the customer.
 */
function openFor(before: Order, customerId: string | undefined): OpenCart {
  const isTakenOver = before.customerId === null && customerId !== undefined;
  const takeover = isTakenOver ? { customerId, billing: {}, billingOrigin: null } : {};
  return { before, order: { ...before, ...takeover }, takeover };
}

async function createCart(
  tx: CommandTx,
  id: string,
  { customerId }: Caller,
  admitNew: NonNullable<CartOptions['admitNew']>,
): Promise<Order | undefined> {
  await admitNew(tx);
  if (customerId === undefined) await limitGuestCarts(tx);
  const now = tx.clock.now();
  const order: Order = {
    accountId: tx.account.id,
    id,
    customerId: null,
    origin: 'Cart',
    subscriptionId: null,
    status: FIRST_STATUS,
    currency: tx.account.settings.defaultCurrency,
    billing: {},
    billingEpoch: 0,
    billingOrigin: null,
    utm: {},
    returnUrl: null,
    couponCodeIds: [],
    offerId: null,
    lines: [],
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
  // If another request has just created it, its transaction is committed by now, or the insert would still wait.
  return (await insertOrder(tx, order)) ? order : lockOrder(tx, order.accountId, id);
}
