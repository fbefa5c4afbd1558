import { notFound } from '../../../kernel/problem.ts';
import { accountUrl, type Context } from '../../accounts/index.ts';
import { type Customer, findCustomer } from '../../customers/index.ts';
import { safeReturnUrl } from '../domain/return-url.ts';
import { readOrder } from '../order/store.ts';
import { checkoutLinkExpired } from '../problems.ts';
import { decisivePurchase } from '../purchase/purchases.ts';
import { currentBilling, guestBilling } from '../quote/billing.ts';
import { loadView, type OrderView } from '../quote/order-quote.ts';
import { type CheckoutLink, readCheckoutLink } from '../rights/checkout-links.ts';
import { audienceOf, isPayerOf, mayCancelPayment, mayPay } from '../rights/rights.ts';
import type { Billing, BillingDetails, Order, PurchaseRow } from '../tables.ts';

/** The order of a checkout link, and the rights of the link's holder. */
export interface CheckoutVisit {
  readonly order: Order;
  readonly link: CheckoutLink;
  /** The purchase that determines the buyer: see `decisivePurchase`. */
  readonly purchase: PurchaseRow | undefined;
  /**
   * Whether the order belongs to another buyer than the link was created for, or is being paid with another person's
   * link: this link then cannot pay.
   */
  readonly isTaken: boolean;
  /** Whether this link may cancel the pending payment of the order: see `mayCancelPayment`. */
  readonly isCancellable: boolean;
}

/** An order as its checkout page shows it. */
export interface CheckoutView extends OrderView, CheckoutVisit {
  readonly buyer: CheckoutBuyer;
  /** Whether the purchase goes to a customer whom the link does not show, no matter who pays. */
  readonly isForOwner: boolean;
  /** Whether taxes depend on the buyer's address. */
  readonly needsAddress: boolean;
  /**
   * Whether the taxes may be explained: from the start of a payment they reveal the payer's location, and whether it
   * is a business.
   */
  readonly showsTaxes: boolean;
}

/**
 * The buyer's data that a link may show; `isFixed` if the email is the customer's and cannot be changed on the page.
 * The details of a customer are those that a payment uses unless the page changes them, until it starts.
 */
interface CheckoutBuyer {
  readonly name: string | null;
  readonly email: string | null;
  readonly details: BillingDetails;
  readonly isFixed: boolean;
}

const NOBODY: CheckoutBuyer = { name: null, email: null, details: {}, isFixed: false };

/** A link that may open its order. */
interface OpenLink {
  readonly order: Order;
  readonly link: CheckoutLink;
  /** The customer whom the link was created for. */
  readonly customer: Customer | undefined;
}

/** The visitor of a checkout page, and the state of the order. */
interface Visitor extends Omit<OpenLink, 'order'> {
  readonly purchase: PurchaseRow | undefined;
  readonly network: string | undefined;
}

/**
 * The order of a checkout link, for a visitor who opens its page from this network. Raises `NotFound` unless the token
 * was created for it, and 404 `CheckoutLinkExpired` after its expiry, and once the session that requested it was ended
 * with all others of its customer.
 */
export async function openCheckout(
  ctx: Context,
  orderId: string,
  token: string,
  network: string | undefined,
): Promise<CheckoutView> {
  const { order, link, customer } = await openLink(ctx, orderId, token);
  const audience = audienceOf(order, { link });
  const [view, visit] = await Promise.all([loadView(ctx, order, audience), visitOf(ctx, order, link)]);
  const { purchase } = visit;
  return {
    ...view,
    ...visit,
    buyer: await buyerOf(ctx, order, { link, customer, purchase, network }),
    isForOwner: link.buyer.kind === 'Stranger',
    needsAddress: ctx.account.settings.tax.mode === 'own' && order.status === 'Open',
    showsTaxes:
      order.content === null || audience === 'Owner' || (purchase !== undefined && isPayerOf(purchase, link)),
  };
}

/** Like `openCheckout`, for a request that first changes the order: nothing is priced yet. */
export async function visitCheckout(ctx: Context, orderId: string, token: string): Promise<CheckoutVisit> {
  const { order, link } = await openLink(ctx, orderId, token);
  return visitOf(ctx, order, link);
}

async function openLink(ctx: Context, orderId: string, token: string): Promise<OpenLink> {
  const order = await readOrder(ctx.database.reader, ctx.account.id, orderId.toLowerCase());
  const link = order && (await readCheckoutLink(ctx, order, token));
  if (order === undefined || link === undefined) throw notFound();
  const customer = await customerOf(ctx, link);
  if (link.isExpired || (customer !== undefined && customer.sessionEpoch !== link.epoch))
    throw checkoutLinkExpired();
  return { order, link, customer };
}

async function visitOf(ctx: Context, order: Order, link: CheckoutLink): Promise<CheckoutVisit> {
  const purchase = await decisivePurchase(ctx, order);
  return {
    order,
    link,
    purchase,
    isTaken: isTaken(order, link, purchase),
    isCancellable: purchase !== undefined && mayCancelPayment(order, purchase, link),
  };
}

function isTaken(order: Order, link: CheckoutLink, purchase: PurchaseRow | undefined): boolean {
  if (order.status === 'Completed') return false;
  if (!mayPay(order, link)) return true;
  const isBeingPaid = order.status === 'PaymentProcessing' || order.status === 'Paid';
  return isBeingPaid && purchase !== undefined && !isPayerOf(purchase, link);
}

/** The customer a link was created for. */
async function customerOf(ctx: Context, { buyer }: CheckoutLink): Promise<Customer | undefined> {
  return buyer.kind === 'Customer' ? findCustomer(ctx, buyer.customerId) : undefined;
}

/**
 * The page to which the shop wants the buyer to return, according to its link to the checkout, if it is one of the
 * account's return URLs, or a page of the hosted shop.
 */
export function whitelistedReturn(
  { config, account }: Context,
  text: string | undefined,
): string | undefined {
  const hosted = new URL(accountUrl(config, account)).origin;
  return safeReturnUrl(text, [...account.settings.origins, hosted]);
}

/**
 * The buyer, for the link that started the payment and the links of the order's customer. A stranger's link shows the
 * input made with it, and no data of the customer; a guest's starts with the details that the shop sent, if they came
 * from the same network.
 */
async function buyerOf(
  ctx: Context,
  order: Order,
  { link, customer, purchase, network }: Visitor,
): Promise<CheckoutBuyer> {
  if (link.buyer.kind === 'Customer') {
    if (customer === undefined || customer.isDeleted) return NOBODY;
    const { name, email, ...details } = await currentBilling(ctx, order, customer);
    return {
      name: name ?? customer.name,
      email: email ?? customer.email,
      details: order.status === 'Open' ? details : {},
      isFixed: true,
    };
  }
  if (purchase?.buyer.linkId === link.id) return guestBuyer(purchase.buyer.payer ?? purchase.buyer.billing);
  return link.buyer.kind === 'Guest' ? guestBuyer(guestBilling(ctx, order, network) ?? {}) : NOBODY;
}

function guestBuyer({ name, email, ...details }: Billing): CheckoutBuyer {
  return { name: name ?? null, email: email ?? null, details, isFixed: false };
}
