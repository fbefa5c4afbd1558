import { notFound } from '../../../kernel/problem.ts';
import type { System } from '../../../platform/system.ts';
import type { Account, Context } from '../../accounts/index.ts';
import { type Customer, findCustomer } from '../../customers/index.ts';
import { type CheckoutLink, readCheckoutLink } from './checkout-links.ts';
import { safeReturnUrl } from '../domain/checkout.ts';
import { findOrder, type OrderView } from '../find-order.ts';
import { checkoutLinkExpired } from '../problems.ts';
import { guestBilling } from '../billing/guest-billing.ts';
import { decisivePurchase } from './store-purchases.ts';
import type { Billing, BillingDetails, Order, PurchaseRow } from '../tables.ts';

/** An order as its checkout page shows it. */
export interface CheckoutView extends OrderView {
  readonly link: CheckoutLink;
  readonly buyer: CheckoutBuyer;
  /**
   * Whether the order is another buyer's than the one the link was made for, or is being paid by another's link: nothing
   * is paid by this link then.
   */
  readonly isTaken: boolean;
  /** Whether what is bought goes to a customer whom the link does not show, whoever pays. */
  readonly isForOwner: boolean;
}

/**
 * What a link may show of the buyer; `isFixed` where the email is the customer's, whatever is typed. The details of a
 * customer are not among it: the payment takes those of the account.
 */
export interface CheckoutBuyer {
  readonly name: string | null;
  readonly email: string | null;
  readonly details: BillingDetails;
  readonly isFixed: boolean;
}

const NOBODY: CheckoutBuyer = { name: null, email: null, details: {}, isFixed: false };

/** Who opens a checkout page, and what happened there before. */
interface Visit {
  readonly link: CheckoutLink;
  readonly customer: Customer | undefined;
  readonly purchase: PurchaseRow | undefined;
  readonly network: string | undefined;
}

/**
 * The order behind a checkout link, for whoever opens its page from this network. Raises `NotFound` unless the token was
 * made for it, and 404 `CheckoutLinkExpired` after its expiry, and once the session that requested it was ended with
 * all others of its customer.
 */
export async function openCheckout(
  ctx: Context,
  orderId: string,
  token: string,
  network: string | undefined,
): Promise<CheckoutView> {
  const view = await findOrder(ctx, orderId, undefined);
  const link = readCheckoutLink(ctx, view.order, token);
  if (link === undefined) throw notFound();
  const customer = await customerOf(ctx, link);
  if (link.isExpired || (customer !== undefined && customer.sessionEpoch !== link.epoch))
    throw checkoutLinkExpired();
  const purchase = await decisivePurchase(ctx.database.reader, view.order);
  return {
    ...view,
    link,
    buyer: buyerOf(ctx, view.order, { link, customer, purchase, network }),
    isTaken: isTaken(view.order, link, purchase),
    isForOwner: link.buyer.kind === 'Stranger',
  };
}

function isTaken(order: Order, link: CheckoutLink, purchase: PurchaseRow | undefined): boolean {
  if (order.status === 'Completed') return false;
  if (!mayPay(order, link)) return true;
  const isBeingPaid = order.status === 'PaymentProcessing' || order.status === 'Paid';
  return isBeingPaid && purchase !== undefined && !isPayerOf(purchase, link);
}

/**
 * Whether a payment is that of whoever holds the link: this link began it, or another one of the same customer. One that
 * was started before payments kept their buyer is anybody's.
 */
export function isPayerOf({ buyer }: Pick<PurchaseRow, 'buyer'>, link: CheckoutLink): boolean {
  if (buyer === null || buyer.linkId === link.id) return true;
  const isOfCustomer = link.buyer.kind === 'Customer' && link.buyer.customerId === buyer.customerId;
  return isOfCustomer && buyer.payer === undefined;
}

/** The customer whom a link was made for. */
async function customerOf(ctx: Context, { buyer }: CheckoutLink): Promise<Customer | undefined> {
  return buyer.kind === 'Customer' ? findCustomer(ctx, buyer.customerId) : undefined;
}

/** Where the shop wants the buyer back, as its link to the checkout says, when that is one of the account's places. */
export function whitelistedReturn(account: Account, text: string | undefined): string | undefined {
  return safeReturnUrl(text, account.settings.origins);
}

/**
 * Whether a payment by this link buys for whom its page names: the customer it was made for, a guest, or, by a
 * stranger's link, the customer the order belonged to already.
 */
export function mayPay({ customerId }: Pick<Order, 'customerId'>, { buyer }: CheckoutLink): boolean {
  if (buyer.kind === 'Customer') return buyer.customerId === customerId;
  return (buyer.kind === 'Guest') === (customerId === null);
}

/**
 * The buyer, for the link that began the payment and the links of the customer the order belongs to. A stranger's link
 * shows what was typed at it, and nothing of the customer; a guest's begins with what the shop was told, where that came
 * from the same network.
 */
function buyerOf(system: System, order: Order, { link, customer, purchase, network }: Visit): CheckoutBuyer {
  if (link.buyer.kind === 'Customer') {
    if (customer === undefined || customer.isDeleted) return NOBODY;
    const { name = customer.name, email = customer.email } = order.billing;
    return { name, email, details: {}, isFixed: true };
  }
  if (purchase?.buyer?.linkId === link.id) return guestBuyer(purchase.buyer.payer ?? purchase.buyer.billing);
  return link.buyer.kind === 'Guest' ? guestBuyer(guestBilling(system, order, network) ?? {}) : NOBODY;
}

function guestBuyer({ name, email, ...details }: Billing): CheckoutBuyer {
  return { name: name ?? null, email: email ?? null, details, isFixed: false };
}
