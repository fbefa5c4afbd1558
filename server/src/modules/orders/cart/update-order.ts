import { normaliseGuid } from '../../../kernel/ids.ts';
import { invalidInput, notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import type { Account, CommandTx, Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import type { OrderQuote, Utm } from '../../pricing/index.ts';
import { loadTaxBasis } from '../../taxes/index.ts';
import { FIRST_STATUS, isPaid } from '../domain/order-state.ts';
import { returnUrlErrors } from '../domain/checkout.ts';
import { checkLines, type LineRequest, offerIdOf, orderLinesOf } from '../domain/lines.ts';
import { type OrderView, refuseAnother } from '../find-order.ts';
import { audienceFor } from './cart-taxes.ts';
import { quoteLines } from './order-quote.ts';
import { mayPay } from '../checkout/checkout.ts';
import type { CheckoutLink } from '../checkout/checkout-links.ts';
import { orderCompleted, orderTaken, paymentInProgress } from '../problems.ts';
import { changeOrder, insertOrder, lockOrder } from '../store.ts';
import { readLines } from '../store-lines.ts';
import type { Order, OrderLine } from '../tables.ts';

/** A partial update: an absent field stays as it is. */
export interface OrderPatch {
  readonly currency?: string | undefined;
  readonly items?: readonly LineRequest[] | undefined;
  /** The offer on the whole cart; null for none. */
  readonly offerId?: string | null | undefined;
  /** New campaign parameters replace those of the same name; the others stay. */
  readonly utm: Utm;
  /** The page to which the buyer goes after the purchase; only used if the checkout is requested. */
  readonly returnUrl?: string | undefined;
}

export interface OrderUpdate {
  readonly orderId: string;
  /** The signed-in customer, if any: the order belongs to that customer from then on. */
  readonly customerId: string | undefined;
  /** The same customer as read for this request, who then need not be read again. */
  readonly caller?: Customer | undefined;
  readonly patch: OrderPatch;
  /** The checkout link that changes it: only an order that exists, and that the link may pay. */
  readonly link?: CheckoutLink | undefined;
  /** Runs before an order is created; raises the reason against another one, such as too many from one address. */
  readonly admitNew?: (tx: Tx) => Promise<void>;
}

/**
 * Changes a cart, or makes it when the id is new (customer API, Orders; wire contract section 4).
 *
 * Raises `InvalidInput` naming every line that it sends, or had before a change of the currency, and that cannot be sold,
 * `OrderOfAnotherCustomer`, `OrderCompleted` and `OrderPaymentProcessing`; with a link also `NotFound` and `OrderTaken`.
 */
export async function updateOrder(ctx: Context, update: OrderUpdate): Promise<OrderView> {
  const orderId = checkUpdate(ctx.account, update);
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  return transaction(ctx, async (tx) => {
    const before = await openOrder(tx, orderId, update);
    const changes = applied(ctx, before, update);
    const order = { ...before, ...changes };
    const lines = await linesAfter(tx, order, update.patch.items);
    const audience = audienceFor(order, update.customerId);
    const cart = { order, lines, taxBasis, audience, caller: update.caller };
    const quote = await quoteLines(tx, catalog, cart);
    // A withdrawn product must not make a later update fail; only an update that sends a line must be correct.
    if (update.patch.items !== undefined) refuseUnsellable(quote, lines);
    else if (order.currency !== before.currency && quote.refusals.length > 0) {
      const earlier = await quoteLines(tx, catalog, { ...cart, order: before });
      refuseUnsellable(quote, linesOf(earlier, lines));
    }
    const newLines = update.patch.items === undefined ? undefined : lines;
    return { order: await changeOrder(tx, before, changes, newLines), lines, quote, catalog };
  });
}

/** The order id in its one spelling; raises every mistake that needs no look at the order. */
function checkUpdate(account: Account, { orderId, patch }: OrderUpdate): string {
  const id = normaliseGuid(orderId);
  const errors = checkLines(patch.items ?? []);
  if (id === undefined) errors['orderId'] = ['must be a GUID'];
  const { origins, currencies } = account.settings;
  if (patch.currency !== undefined && !currencies.includes(patch.currency)) {
    errors['currency'] = [`must be one of ${currencies.join(', ')}`];
  }
  const urlErrors = patch.returnUrl === undefined ? [] : returnUrlErrors(patch.returnUrl, origins);
  if (urlErrors.length > 0) errors['returnUrl'] = urlErrors;
  if (id === undefined || Object.keys(errors).length > 0) throw invalidInput({ errors });
  return id;
}

/** The order under its lock, created when it does not exist. */
async function openOrder(
  tx: CommandTx,
  orderId: string,
  { customerId, link, admitNew }: OrderUpdate,
): Promise<Order> {
  const cart = await lockOrder(tx, tx.account.id, orderId);
  if (link !== undefined) refuseLink(cart, link);
  const order = cart ?? (await createOrder(tx, orderId, admitNew));
  refuseAnother(order, customerId);
  refusePaid(order);
  return order;
}

/** Somebody may have taken the order over since the page of the link was opened. */
function refuseLink(order: Order | undefined, link: CheckoutLink): void {
  if (order === undefined) throw notFound();
  if (!mayPay(order, link)) throw orderTaken();
}

/** Raises `OrderCompleted` and `OrderPaymentProcessing` for an order that accepts no changes now. */
export function refusePaid(order: Pick<Order, 'status'>): void {
  if (isPaid(order)) throw orderCompleted();
  if (order.status === 'PaymentProcessing') throw paymentInProgress();
}

async function createOrder(
  tx: CommandTx,
  orderId: string,
  admitNew: OrderUpdate['admitNew'],
): Promise<Order> {
  await admitNew?.(tx);
  const now = tx.clock.now();
  const order: Order = {
    accountId: tx.account.id,
    id: orderId,
    customerId: null,
    status: FIRST_STATUS,
    currency: tx.account.settings.defaultCurrency,
    billing: {},
    billingEpoch: 0,
    billingOrigin: null,
    utm: {},
    returnUrl: null,
    couponCodeIds: [],
    offerId: null,
    content: null,
    lastPaymentFailure: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    completedAt: null,
    isRefunded: false,
    lastFulfilmentFailure: null,
    cancelledAt: null,
  };
  if (await insertOrder(tx, order)) return order;
  // Another request has just created it; it is committed by now, or the insert would still wait.
  const other = await lockOrder(tx, tx.account.id, orderId);
  if (other === undefined) throw notFound();
  return other;
}

function applied(system: System, order: Order, { customerId, patch }: OrderUpdate) {
  return {
    customerId: order.customerId ?? customerId ?? null,
    // Details that a guest entered are not passed on to the customer who takes over the cart.
    ...(order.customerId === null && customerId !== undefined && { billing: {} }),
    currency: patch.currency ?? order.currency,
    offerId: patch.offerId === undefined ? order.offerId : offerIdOf(patch.offerId),
    utm: { ...order.utm, ...patch.utm },
    // In the form in which browsers read it, so that it leads to the URL that was checked.
    returnUrl: patch.returnUrl === undefined ? order.returnUrl : new URL(patch.returnUrl).href,
    updatedAt: system.clock.now(),
  };
}

async function linesAfter(
  tx: CommandTx,
  order: Order,
  items: readonly LineRequest[] | undefined,
): Promise<OrderLine[]> {
  if (items === undefined) return readLines(tx, order.accountId, order.id);
  return orderLinesOf(items, () => tx.ids.guid());
}

/** The lines that an answer with this quote showed: those that could be bought. */
function linesOf(quote: OrderQuote, lines: readonly OrderLine[]): OrderLine[] {
  return lines.filter(({ id }) => quote.lines.some((line) => line.id === id));
}

/** Raises `InvalidInput` naming each of the lines that cannot be sold. */
function refuseUnsellable({ refusals }: OrderQuote, lines: readonly OrderLine[]): void {
  const errors: Record<string, string[]> = {};
  for (const { lineId, field, message } of refusals) {
    const index = lines.findIndex(({ id }) => id === lineId);
    if (index !== -1) errors[`items[${index}].${field}`] = [message];
  }
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
}
