import type { Context } from '../../accounts/index.ts';
import {
  cancelPayment,
  type Continuation,
  findPayment,
  type PaymentProvider,
  settleIfAnswered,
} from '../../payments/index.ts';
import { fulfilNow } from '../fulfilment/fulfil-job.ts';
import { isPayerOf, mayGiveUp } from './checkout.ts';
import type { CheckoutLink } from './checkout-links.ts';
import { ORDER_PAYABLES } from './payable-order.ts';
import { decisivePurchase } from './purchases.ts';
import type { Order } from '../tables.ts';

type RunningOrder = Pick<Order, 'accountId' | 'id' | 'status' | 'customerId'>;

/** The next step of the buyer whose link started the pending payment of an order; null for everybody else. */
export async function continuationOf(
  ctx: Context,
  order: RunningOrder,
  link: CheckoutLink,
): Promise<Continuation | null> {
  const paymentId = await runningPaymentOf(ctx, { order, link, isAllowed: isPayer });
  const payment = paymentId === undefined ? undefined : await findPayment(ctx, paymentId);
  return payment?.continuation ?? null;
}

/**
 * The buyer is back from the provider: asks it for the state of the payment that this link started, and delivers the
 * order if it is paid. Does nothing when no such payment is pending. A provider that does not respond is asked again by
 * the job of the payment, which also does again what failed here.
 */
export async function returnToOrder(
  ctx: Context,
  order: RunningOrder,
  link: CheckoutLink,
  providers?: readonly PaymentProvider[],
): Promise<void> {
  await withRunningPayment(ctx, { order, link, isAllowed: isPayer }, (paymentId) =>
    settleIfAnswered(ctx, paymentId, { payables: ORDER_PAYABLES, ...(providers && { providers }) }),
  );
}

/**
 * The buyer gives up the payment that this link started, or the owner of the order one that a stranger started: it can no
 * longer be paid, and the order opens again. Does nothing when no such payment is pending, or when it has been paid in the
 * meantime. Raises 503 `ProviderUnavailable` when the provider does not respond, and 409 `PaymentsRefused` when it does not
 * accept the shop's key: nothing has changed then.
 */
export async function abandonPayment(
  ctx: Context,
  order: RunningOrder,
  link: CheckoutLink,
  providers?: readonly PaymentProvider[],
): Promise<void> {
  await withRunningPayment(ctx, { order, link, isAllowed: mayGiveUp }, (paymentId) =>
    cancelPayment(ctx, paymentId, { payables: ORDER_PAYABLES, ...(providers && { providers }) }),
  );
}

async function withRunningPayment(
  ctx: Context,
  { order, link, isAllowed }: RunningPaymentVisit,
  work: (paymentId: string) => Promise<void>,
): Promise<void> {
  const paymentId = await runningPaymentOf(ctx, { order, link, isAllowed });
  if (paymentId === undefined) return;
  await work(paymentId);
  await fulfilNow(ctx, order.id);
}

interface RunningPaymentVisit {
  readonly order: RunningOrder;
  readonly link: CheckoutLink;
  readonly isAllowed: typeof mayGiveUp;
}

async function runningPaymentOf(
  ctx: Context,
  { order, link, isAllowed }: RunningPaymentVisit,
): Promise<string | undefined> {
  if (order.status !== 'PaymentProcessing') return undefined;
  const purchase = await decisivePurchase(ctx, order);
  return purchase !== undefined && isAllowed(order, purchase, link) ? purchase.paymentId : undefined;
}

const isPayer: typeof mayGiveUp = (_order, purchase, link) => isPayerOf(purchase, link);
