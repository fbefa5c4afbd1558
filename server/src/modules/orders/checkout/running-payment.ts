import type { Context } from '../../accounts/index.ts';
import { cancelPayment, type Continuation, findPayment, trySettlePayment } from '../../payments/index.ts';
import { fulfilNow } from '../fulfilment/fulfil-job.ts';
import { isPayerOf, mayCancelPayment } from '../rights/rights.ts';
import type { CheckoutVisit } from './checkout.ts';

/** The visitor and the order, and the purchase that is being paid. */
type Visit = Pick<CheckoutVisit, 'order' | 'link' | 'purchase'>;

/** The next step of the buyer whose link started the pending payment of an order; null for everybody else. */
export async function continuationOf(ctx: Context, visit: Visit): Promise<Continuation | null> {
  const paymentId = runningPaymentOf(visit, isPayer);
  const payment = paymentId === undefined ? undefined : await findPayment(ctx, paymentId);
  return payment?.continuation ?? null;
}

/**
 * The buyer has returned from the provider: queries the state of the payment that this link started, and delivers the
 * order if it is paid. Does nothing when no such payment is pending. If the provider does not respond, or this fails,
 * the job of the payment tries again.
 */
export async function returnToOrder(ctx: Context, visit: Visit): Promise<void> {
  const paymentId = runningPaymentOf(visit, isPayer);
  if (paymentId === undefined) return;
  await trySettlePayment(ctx, paymentId);
  await fulfilNow(ctx, visit.order.id);
}

/**
 * The buyer cancels the payment that this link started, or the owner of the order one that a stranger started: it can
 * no longer be paid, and the order reopens. Does nothing when no such payment is pending, or when it has been paid in
 * the meantime. Raises 503 `ProviderUnavailable` when the provider does not respond, and 409 `PaymentsRefused` when it
 * does not accept the shop's key: then nothing has changed.
 */
export async function abandonPayment(ctx: Context, visit: Visit): Promise<void> {
  const paymentId = runningPaymentOf(visit, mayCancelPayment);
  if (paymentId === undefined) return;
  await cancelPayment(ctx, paymentId);
  await fulfilNow(ctx, visit.order.id);
}

function runningPaymentOf(
  { order, link, purchase }: Visit,
  isAllowed: typeof mayCancelPayment,
): string | undefined {
  if (order.status !== 'PaymentProcessing' || purchase === undefined) return undefined;
  return isAllowed(order, purchase, link) ? purchase.paymentId : undefined;
}

const isPayer: typeof mayCancelPayment = (_order, purchase, link) => isPayerOf(purchase, link);
