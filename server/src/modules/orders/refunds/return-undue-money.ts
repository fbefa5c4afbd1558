import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { findPayment, findRefund, lockRefundable, nothingPaid, openRefund } from '../../payments/index.ts';
import type { Payment, Refund } from '../../payments/index.ts';
import { ORDER_KIND, orderSubject } from '../purchase/purchases.ts';
import { performOrderRefund } from './perform-order-refund.ts';
import { refundOrder } from './refund-order.ts';

/**
 * Returns the rest of a payment that paid nothing, and returns the refund. Raises `NotFound`, `NothingPaid` for a
 * payment that is neither `Surplus` nor `Short`, and what `refundOrder` raises.
 */
export async function returnUndueMoney(ctx: Context, paymentId: string): Promise<Refund> {
  const payment = await findPayment(ctx, paymentId);
  if (payment?.subjectKind !== ORDER_KIND) throw notFound({ detail: `There is no payment ${paymentId}.` });
  const { status, subjectId: orderId } = payment;
  if (status !== 'Surplus' && status !== 'Short')
    throw nothingPaid({ detail: `This payment is ${status}: refund its order instead.` });
  const { id } = await transaction(ctx, (tx) =>
    refundOrder(tx, { orderId, paymentId, revokesLicenses: false }),
  );
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
