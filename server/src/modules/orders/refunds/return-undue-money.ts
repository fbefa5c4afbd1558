import { notFound } from '../../../kernel/problem.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import {
  findPayment,
  findRefund,
  lockRefundable,
  nothingPaid,
  openRefund,
  successfulPayment,
} from '../../payments/index.ts';
import type { Payment, Refund } from '../../payments/index.ts';
import { ORDER_KIND, orderSubject } from '../purchase/purchases.ts';
import { listOrders } from '../order/store-list.ts';
import { performOrderRefund } from './perform-order-refund.ts';
import { refundOrder } from './refund-order.ts';
import { returnOwedMoney } from './return-owed-money.ts';
import { isUndue, owedMinor } from './undue-money.ts';

const MOST_ORDERS = 1_000;

/** Money of a payment that paid an order and has to go back. */
interface OwedPayment {
  readonly payment: Payment;
  readonly amountMinor: number;
}

/** What is owed of the latest paid orders with undue money, newest first: at most of 1,000. */
export async function listOwedMoney(ctx: QueryContext): Promise<OwedPayment[]> {
  const filter = { hasUndueMoney: true, limit: MOST_ORDERS } as const;
  const owed: OwedPayment[] = [];
  for (const order of await listOrders(readerOf(ctx), ctx.account.id, filter)) {
    const amountMinor = await owedMinor(ctx, order);
    const payment = amountMinor === 0 ? undefined : await successfulPayment(ctx, orderSubject(order));
    if (payment !== undefined) owed.push({ payment, amountMinor });
  }
  return owed;
}

/**
 * Returns the rest of a payment that paid nothing, or what is owed of one that paid its order, and returns the refund. Raises
 * `NotFound`, `NothingPaid` for any other payment, and what `refundOrder` raises.
 */
export async function returnUndueMoney(ctx: Context, paymentId: string): Promise<Refund> {
  const payment = await findPayment(ctx, paymentId);
  if (payment?.subjectKind !== ORDER_KIND) throw notFound({ detail: `There is no payment ${paymentId}.` });
  const { status, subjectId: orderId } = payment;
  const { id } = await transaction(ctx, async (tx) => {
    if (isUndue(payment)) return refundOrder(tx, { orderId, paymentId, revokesLicenses: false });
    const refund = status === 'Succeeded' ? await returnOwedMoney(tx, orderId) : undefined;
    if (refund === undefined)
      throw nothingPaid({ detail: `This payment is ${status}: refund its order instead.` });
    return refund;
  });
  await performOrderRefund(ctx, id);
  return findRefund(ctx, orderSubject({ id: orderId }), id);
}

/**
 * Opens the refund of a payment that paid nothing; its job performs it. The caller holds the order's lock, if the order
 * still exists.
 */
export async function openUndueRefund(
  tx: CommandTx,
  { id: paymentId, subjectId }: Pick<Payment, 'id' | 'subjectId'>,
): Promise<void> {
  const refundable = await lockRefundable(tx, orderSubject({ id: subjectId }), paymentId);
  await openRefund(tx, refundable, { amountMinor: refundable.leftMinor, reason: null });
}
