import { notFound, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import { openPayment, type Payment, startPayment, trySettlePayment } from '../../payments/index.ts';
import { loadTaxBasis, type TaxBasis } from '../../taxes/index.ts';
import { advanceOrder } from '../order/store-status.ts';
import { contentOf, quoteLines } from '../quote/order-quote.ts';
import { isPaid } from '../domain/order-state.ts';
import { fulfilNow } from '../fulfilment/fulfil-job.ts';
import { orderCompleted, orderTaken, paidElsewhere } from '../problems.ts';
import { lockOrder } from '../order/store.ts';
import { buyerOfPayment } from './buyer-of-payment.ts';
import { audienceOf, isPayerOf, mayPay } from '../rights/rights.ts';
import { agreedTaxes, consentIssuesOf, type TaxesToPay, taxesToPay } from './checkout-taxes.ts';
import { disclosedDetails } from './disclosed-tax-id.ts';
import type { CheckoutLink } from '../rights/checkout-links.ts';
import { payFreeOrder } from './pay-free-order.ts';
import { type DisclosedDetails, newPayment, type PaymentRequest, termsOf } from './payment-request.ts';
import { decisivePurchase, recordPurchase } from '../purchase/purchases.ts';
import { lockUpgradeOwner, refusePaidUpgrade } from './refuse-paid-upgrade.ts';
import { lockFreeDaysOwner, refuseUsedFreeDays } from './used-free-days.ts';
import { recurringAgreement, recurringIssues, recurringTerms } from './recurring-terms.ts';
import { refusePurchase } from './refuse-purchase.ts';
import type { Buyer, Order } from '../tables.ts';

/**
 * Starts the payment of an order. The order stores the content of the payment and the buyer, so that a later report of
 * the provider fulfils exactly that. There is at most one pending payment: if the person who started it tries again,
 * the provider is queried for its state, and nothing else changes. If that completes the payment, the order is
 * fulfilled immediately. A payment that could not be started leaves the order open, with the reason.
 *
 * Raises `OrderTaken` when the order belongs to another customer than the link, or to a deleted customer, or while
 * another person's link pays for it, `OrderCompleted`, `OrderEmpty`, `OrderTooLarge`, `FreeLimitReached`,
 * `UpgradeInPayment`, `OrderChanged`, `PriceChanged`, `FreeDaysUsed`, `FreeDaysInPayment`, `CouponNoLongerUsable`, `PaymentsNotConfigured`,
 * `PaymentsRefused`, `InvalidInput` without the details that taxes require, `TaxCountryUnclear`, and 429 when a free
 * order would exceed the mail limit of an address.
 */
export async function payOrder(ctx: Context, request: PaymentRequest): Promise<void> {
  const [catalog, taxBasis] = await Promise.all([loadCatalog(ctx), loadTaxBasis(ctx)]);
  const taxes = taxBasis && (await taxesToPay(ctx, taxBasis, request));
  const terms = { catalog, taxBasis, taxes, disclose: await disclosedDetails(ctx, request) };
  const start = await transaction(ctx, (tx) => beginPayment(tx, terms, request));
  if (start.kind === 'Opened') await startPayment(ctx, start.payment);
  if (start.kind === 'Running') await trySettlePayment(ctx, start.paymentId);
  if (start.kind !== 'Paid') await fulfilNow(ctx, request.orderId);
}

type Beginning =
  /** The provider must be called once this is committed. */
  | { readonly kind: 'Opened'; readonly payment: Payment }
  /** A pending payment that this buyer started before. */
  | { readonly kind: 'Running'; readonly paymentId: string }
  /** No payment was due. */
  | { readonly kind: 'Paid' };

/** The data that determines a payment, loaded or queried elsewhere before its transaction. */
interface Terms {
  readonly catalog: Catalog;
  readonly taxBasis: TaxBasis | undefined;
  readonly taxes: TaxesToPay | undefined;
  readonly disclose: DisclosedDetails;
}

async function beginPayment(
  tx: CommandTx,
  { catalog, taxBasis, taxes, disclose }: Terms,
  request: PaymentRequest,
): Promise<Beginning> {
  const { link, orderId } = request;
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw notFound();
  if (isPaid(order)) throw orderCompleted();
  if (!mayPay(order, link)) throw orderTaken();
  if (order.status === 'PaymentProcessing') return runningPayment(tx, order, link);
  const buyer = await buyerOfPayment(tx, order, request);
  await lockUpgradeOwner(tx, order);
  await lockFreeDaysOwner(tx, catalog, order);
  const audience = audienceOf(order, { link });
  const quote = await quoteLines(tx, catalog, { order, taxBasis, audience, taxes: taxes?.rules });
  const tax = taxBasis && agreedTaxes(taxes, buyer.billing, quote);
  await refuseUsedFreeDays(tx, quote, { orderId, buyer });
  const recurring = await recurringTerms(tx, { order, catalog, quote, link });
  const content = {
    ...contentOf(catalog, quote, order.lines),
    ...termsOf(tx, request),
    ...recurringAgreement(recurring, request, tx.clock.now()),
    ...(tax && { tax }),
  };
  refusePurchase(catalog, content, request.summary);
  await refusePaidUpgrade(tx, order, content);
  const { billing } = buyer;
  const { consentWording } = request;
  const { dueMinor } = quote.total;
  refuseIssues({
    ...consentIssuesOf(tx, { billing, dueMinor, consentWording }),
    ...recurringIssues(recurring, request),
  });
  // What is paid for later saves its method in a payment of nothing.
  if (dueMinor === 0 && recurring === undefined) {
    await payFreeOrder(tx, { order, content, buyer }, { catalog, link });
    return { kind: 'Paid' };
  }
  const payment = await openPayment(tx, newPayment(catalog, { order, content, buyer, disclose }, request));
  await recordPurchase(tx, payment, { order, content, buyer, network: request.network });
  await advanceOrder(tx, order, ['PaymentStarted'], {
    content,
    // That of the cart may have been switched off since.
    currency: content.quote.currency,
    lastPaymentFailure: null,
    ...detailsToKeep(buyer, request),
  });
  return { kind: 'Opened', payment };
}

/** A customer who has to try again finds what they entered; a guest's link finds it in the purchase. */
function detailsToKeep({ billing }: Buyer, { link, details }: PaymentRequest) {
  if (link.buyer.kind !== 'Customer' || details === undefined) return {};
  return { billing, billingEpoch: link.epoch };
}

/** Raises `OrderTaken` for everybody who did not start the pending payment. */
async function runningPayment(tx: CommandTx, order: Order, link: CheckoutLink): Promise<Beginning> {
  const running = await decisivePurchase(tx, order);
  if (running === undefined) throw new Error(`order ${order.id} is being paid by no payment`);
  if (!isPayerOf(running, link)) throw paidElsewhere();
  return { kind: 'Running', paymentId: running.paymentId };
}
