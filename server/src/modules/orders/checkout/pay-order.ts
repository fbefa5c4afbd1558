import { notFound, rateLimited } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type CommandTx, type Context, mayMail } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import { emailKey } from '../../customers/index.ts';
import {
  openPayment,
  type Payment,
  type PaymentOrder,
  type PaymentProvider,
  payNothing,
  settlePayment,
  startPayment,
} from '../../payments/index.ts';
import type { OrderQuote } from '../../pricing/index.ts';
import { advanceOrder } from '../advance-order.ts';
import { isPayerOf, mayPay } from './checkout.ts';
import type { CheckoutLink } from './checkout-links.ts';
import { refuseBeyondFreeLimit } from '../cart/free-limit.ts';
import { deliverOrder } from '../fulfilment/fulfil-order.ts';
import { customerBilling } from '../billing/customer-billing.ts';
import { orderFingerprint } from '../cart/order-fingerprint.ts';
import { contentOf, quoteLines } from '../cart/order-quote.ts';
import { ORDER_KIND, orderSubject, payableOrder } from './payable-order.ts';
import {
  emptyOrder,
  orderChanged,
  orderCompleted,
  orderOfAnotherCustomer,
  orderTooLarge,
  ownerMissing,
  paidElsewhere,
  priceChanged,
} from '../problems.ts';
import { recipientOf } from '../fulfilment/recipient.ts';
import { lockOrder, readLines } from '../store.ts';
import { decisivePurchase, insertPurchase } from './store-purchases.ts';
import type { BillingDetails, Buyer, Order, Purchase, PurchaseRow } from '../tables.ts';

/** The buyer's input at the checkout. */
export interface PaymentRequest {
  readonly orderId: string;
  /** The link used to pay: it names the buyer. */
  readonly link: CheckoutLink;
  /**
   * The buyer as entered. With a customer's own link only the name counts; with a stranger's link it is the payer, who
   * is copied to neither the order nor the receipt.
   */
  readonly buyer: { readonly name: string; readonly email: string };
  /** The other billing details that a guest saw on the page; details of the cart that are not here are ignored. */
  readonly details?: BillingDetails | undefined;
  /** The summary that the buyer saw: the payment is refused when the order has changed since. */
  readonly summary?: OrderSummary | undefined;
  /** The page to which a provider with a page of its own returns the buyer. */
  readonly returnUrl: string;
  /** The page's input for the provider; its adapter reads it. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** An order as its buyer saw it; an absent field is not compared. */
export interface OrderSummary {
  /** The `orderFingerprint` of it. */
  readonly fingerprint?: string | undefined;
  readonly currency?: string | undefined;
  /** In minor units of that currency. */
  readonly dueMinor?: number | undefined;
}

/** The subjects of payments: orders. */
const PAYABLES = { [ORDER_KIND]: payableOrder };

/**
 * Starts the payment of an order. The order stores the content of the payment and the buyer, so that a later report of
 * the provider fulfils exactly that. A pending payment remains the only one: if the person who started it asks again,
 * the provider is asked for its state, and nothing changes.
 *
 * Raises `OrderTaken` when the order belongs to another customer than the link says, or to a deleted customer, or while
 * another person's link pays for it, `OrderCompleted`, `OrderEmpty`, `OrderTooLarge`, `FreeLimitReached`,
 * `OrderChanged`, `PriceChanged`, `PaymentsNotConfigured`, and 429 when a free order would exceed the mail limit of an
 * address.
 */
export async function payOrder(
  ctx: Context,
  request: PaymentRequest,
  providers?: readonly PaymentProvider[],
): Promise<void> {
  const parties = { payables: PAYABLES, ...(providers && { providers }) };
  const catalog = await loadCatalog(ctx);
  const beginning = await transaction(ctx, (tx) => beginPayment(tx, catalog, request, providers));
  if (beginning.kind === 'Opened') await startPayment(ctx, beginning.payment, parties);
  if (beginning.kind === 'Running') await settlePayment(ctx, beginning.paymentId, parties);
}

type Beginning =
  /** The provider must be called once this is committed. */
  | { readonly kind: 'Opened'; readonly payment: Payment }
  /** One that this buyer began before. */
  | { readonly kind: 'Running'; readonly paymentId: string }
  /** Nothing was due. */
  | { readonly kind: 'Paid' };

async function beginPayment(
  tx: CommandTx,
  catalog: Catalog,
  request: PaymentRequest,
  providers: readonly PaymentProvider[] | undefined,
): Promise<Beginning> {
  const order = await lockOrder(tx, tx.account.id, request.orderId);
  if (order === undefined) throw notFound();
  if (order.status === 'Completed' || order.status === 'Paid') throw orderCompleted();
  if (!mayPay(order, request.link)) throw orderOfAnotherCustomer();
  if (order.status === 'PaymentProcessing') return runningPayment(tx, order, request.link);
  const lines = await readLines(tx, tx.account.id, order.id);
  const quote = await quoteLines(tx, catalog, { order, lines });
  const content = contentOf(catalog, quote, lines);
  if (content.lines.length === 0) throw emptyOrder();
  refuseChanged(catalog, quote, request.summary ?? {});
  refuseTooLarge(content);
  const buyer = await buyerOf(tx, order, request);
  if (quote.total.dueMinor === 0) {
    await payFreeOrder(tx, { order, content, buyer, catalog, link: request.link });
    return { kind: 'Paid' };
  }
  const { currency, total } = quote;
  const instruction = instructionOf(content, request);
  const payment = await openPayment(
    tx,
    { subject: orderSubject(order), amountMinor: total.dueMinor, currency, instruction },
    providers,
  );
  await insertPurchase(tx, purchaseOf(payment, order, { content, buyer }));
  await advanceOrder(tx, order, ['PaymentStarted'], { lastPaymentFailure: null });
  return { kind: 'Opened', payment };
}

/** Raises `OrderTaken` for anyone who did not start the pending payment. */
async function runningPayment(tx: CommandTx, order: Order, link: CheckoutLink): Promise<Beginning> {
  const running = await decisivePurchase(tx, order);
  if (running === undefined) throw new Error(`order ${order.id} is being paid by no payment`);
  if (!isPayerOf(running, link)) throw paidElsewhere();
  return { kind: 'Running', paymentId: running.paymentId };
}

/** The request to the provider: the content of the buyer's page, and the payer. */
function instructionOf(
  { quote, titles }: Purchase,
  { buyer, returnUrl, input = {} }: PaymentRequest,
): PaymentOrder {
  const items = quote.lines.map(({ id, item, quantity, dueMinor }) => ({
    title: titles.find(({ lineId }) => lineId === id)?.title ?? item.id,
    quantity,
    dueMinor,
  }));
  return { items, payer: buyer, returnUrl, input };
}

/** Anybody who knows the id of a guest's cart can change it at any time: nobody pays for changes they did not see. */
function refuseChanged(catalog: Catalog, quote: OrderQuote, summary: OrderSummary): void {
  if (summary.fingerprint !== undefined && summary.fingerprint !== orderFingerprint(catalog, quote))
    throw orderChanged();
  const isSameCurrency = summary.currency === undefined || summary.currency === quote.currency;
  const isSamePrice = summary.dueMinor === undefined || summary.dueMinor === quote.total.dueMinor;
  if (!isSameCurrency || !isSamePrice) throw priceChanged();
}

/** The buyer that the payment stores: the customer's own data, and the buyer's input. */
async function buyerOf(
  tx: CommandTx,
  order: Order,
  { buyer, details, link }: PaymentRequest,
): Promise<Buyer> {
  const { customerId } = order;
  // Anybody who knows the id of a guest's cart can set the billing details: only those that the guest saw and sent
  // count.
  if (customerId === null) return { customerId, billing: { ...details, ...buyer }, linkId: link.id };
  const profile = await customerBilling(tx, order);
  if (link.buyer.kind === 'Stranger') {
    if (profile.email === undefined) throw ownerMissing();
    const { email = profile.email } = order.billing;
    const billing = { ...profile, ...order.billing, email };
    return { customerId, billing, payer: buyer, linkId: link.id };
  }
  // A customer's receipt goes to the billing address they entered, or to their own, no matter what is entered on the
  // page.
  const email = order.billing.email ?? profile.email ?? buyer.email;
  return {
    customerId,
    billing: { ...profile, ...order.billing, ...buyer, email },
    linkId: link.id,
  };
}

/** The licenses of an order are granted in one transaction, whose locks others wait for. */
const MAX_LICENSES = 20_000;

function refuseTooLarge({ grants }: Purchase): void {
  const licenses = grants.reduce((sum, { quantity }) => sum + quantity, 0);
  if (licenses <= MAX_LICENSES) return;
  throw orderTooLarge({
    detail: `This order would grant ${licenses} licenses; one order grants ${MAX_LICENSES} at most. Split it into several.`,
  });
}

function purchaseOf(
  { id: paymentId, createdAt }: Payment,
  { accountId, id: orderId }: Order,
  { content, buyer }: { readonly content: Purchase; readonly buyer: Buyer },
): PurchaseRow {
  return { accountId, paymentId, orderId, content, buyer, isFulfilled: false, createdAt };
}

interface FreeOrder {
  readonly order: Order;
  readonly content: Purchase;
  readonly buyer: Buyer;
  readonly catalog: Catalog;
  readonly link: CheckoutLink;
}

/** A free order needs no provider: it is paid and fulfilled at once. */
async function payFreeOrder(
  tx: CommandTx,
  { order, content, buyer, catalog, link }: FreeOrder,
): Promise<void> {
  const recipient = await recipientOf(tx, buyer);
  const { customer } = recipient;
  // Somebody who only types an address must not learn what its customer has: the receipt says what the order does not
  // include.
  const customerId = link.buyer.kind === 'Customer' ? customer.id : undefined;
  await refuseBeyondFreeLimit(tx, catalog, { content, customerId });
  await limitReceipts(tx, buyer.billing.email ?? customer.email);
  const payment = await payNothing(tx, { subject: orderSubject(order), currency: content.quote.currency });
  const purchase = purchaseOf(payment, order, { content, buyer });
  await insertPurchase(tx, purchase);
  await deliverOrder(tx, { order, purchase, billing: buyer.billing, recipient });
}

const RETRY_AFTER_SECONDS = 60 * 60;

/** A free order sends a receipt to any address that somebody types. */
async function limitReceipts(tx: CommandTx, email: string): Promise<void> {
  if (await mayMail(tx, 'Receipt', emailKey(email))) return;
  throw rateLimited({
    detail: 'Too many mails were requested for this address. Try again in an hour.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
