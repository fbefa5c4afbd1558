import { invalidInput } from '../../../kernel/problem.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { System } from '../../../platform/system.ts';
import type { Context, ReadContext } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Customer } from '../../customers/index.ts';
import type { OrderQuote, Utm } from '../../pricing/index.ts';
import type { TaxBasis } from '../../taxes/index.ts';
import { mayPay } from '../checkout/checkout.ts';
import type { CheckoutLink } from '../rights/checkout-links.ts';
import { type LineRequest, offerIdOf, orderLinesOf } from '../domain/lines.ts';
import { isPaid } from '../domain/order-state.ts';
import { type OrderView, refuseAnother } from './find-order.ts';
import { orderCompleted, orderTaken, paymentInProgress } from '../problems.ts';
import type { CartWrite } from './store-carts.ts';
import type { Order, OrderLine } from '../tables.ts';
import { audienceFor } from '../quote/cart-taxes.ts';
import { quoteLines } from '../quote/order-quote.ts';

/** A partial update: an absent field stays unchanged. */
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
  /** The same customer as read for this request, who need not be read again. */
  readonly caller?: Customer | undefined;
  readonly patch: OrderPatch;
  /** The checkout link that changes it: only an existing order, which the link may pay. */
  readonly link?: CheckoutLink | undefined;
  /** Runs before an order is created; raises the reason against another one, such as too many from one address. */
  readonly admitNew?: (tx: Tx) => Promise<void>;
}

/** An update that was validated as far as possible without its order. */
export interface CartChange {
  readonly ctx: Context;
  readonly orderId: string;
  readonly update: OrderUpdate;
  readonly catalog: Catalog;
  readonly taxBasis: TaxBasis | undefined;
}

/** A change of a cart to write, and the resulting cart. */
export interface ChangedCart {
  readonly write: CartWrite;
  readonly view: OrderView;
}

/**
 * Determines the effect of an update on a cart. Either the caller holds the cart's lock, or it writes the effect only if
 * the cart is still the same. `owned` are the products of the cart's customer, if already read.
 *
 * Raises the refusals of `updateOrder` that depend on the cart.
 */
export async function decideChange(
  ctx: ReadContext,
  before: Order,
  { update, catalog, taxBasis }: Pick<CartChange, 'update' | 'catalog' | 'taxBasis'>,
  owned?: readonly string[],
): Promise<ChangedCart> {
  refuseLink(before, update.link);
  refuseAnother(before, update.customerId);
  refusePaid(before);
  const changes = applied(ctx, before, update);
  const order = { ...before, ...changes };
  const audience = audienceFor(order, update.customerId);
  const cart = { order, taxBasis, audience, caller: update.caller, owned };
  const quote = await quoteLines(ctx, catalog, cart);
  // A withdrawn product must not make a later update fail; only an update that sends a line must be correct.
  if (update.patch.items !== undefined) refuseUnsellable(quote, order.lines);
  else if (order.currency !== before.currency && quote.refusals.length > 0) {
    const earlier = await quoteLines(ctx, catalog, { ...cart, order: before });
    refuseUnsellable(quote, linesOf(earlier, order.lines));
  }
  return {
    write: { before, changes },
    view: { order: { ...order, revision: before.revision + 1 }, quote, catalog },
  };
}

/** Somebody may have taken over the order since the page of the link was opened. */
function refuseLink(order: Order, link: CheckoutLink | undefined): void {
  if (link !== undefined && !mayPay(order, link)) throw orderTaken();
}

/** Raises `OrderCompleted` and `OrderPaymentProcessing` for an order that accepts no changes now. */
export function refusePaid(order: Pick<Order, 'status'>): void {
  if (isPaid(order)) throw orderCompleted();
  if (order.status === 'PaymentProcessing') throw paymentInProgress();
}

function applied(
  { clock, ids }: Pick<System, 'clock' | 'ids'>,
  order: Order,
  { customerId, patch }: OrderUpdate,
) {
  return {
    customerId: order.customerId ?? customerId ?? null,
    // Details that a guest entered are not passed on to the customer who takes over the cart.
    ...(order.customerId === null && customerId !== undefined && { billing: {} }),
    currency: patch.currency ?? order.currency,
    offerId: patch.offerId === undefined ? order.offerId : offerIdOf(patch.offerId),
    utm: { ...order.utm, ...patch.utm },
    // In the form that browsers parse, so that it leads to the URL that was checked.
    returnUrl: patch.returnUrl === undefined ? order.returnUrl : new URL(patch.returnUrl).href,
    ...(patch.items !== undefined && { lines: orderLinesOf(patch.items, () => ids.guid()) }),
    updatedAt: clock.now(),
  };
}

/** The lines of a response with this quote: those that could be bought. */
function linesOf(quote: OrderQuote, lines: readonly OrderLine[]): OrderLine[] {
  return lines.filter(({ id }) => quote.lines.some((line) => line.id === id));
}

/** Raises `InvalidInput` with each of the lines that cannot be sold. */
function refuseUnsellable({ refusals }: OrderQuote, lines: readonly OrderLine[]): void {
  const errors: Record<string, string[]> = {};
  for (const { lineId, field, message } of refusals) {
    const index = lines.findIndex(({ id }) => id === lineId);
    if (index !== -1) errors[`items[${index}].${field}`] = [message];
  }
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
}
