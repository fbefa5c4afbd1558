import { transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import {
  findPayment,
  insertPaymentEvent,
  isOrderPaid,
  type Payment,
  type PaymentReport,
  settleForgotten,
  settlePayment,
} from '../payments/index.ts';
import { advanceOrder } from './advance-order.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { lockOrder } from './store.ts';
import type { Order } from './tables.ts';

/**
 * Takes a provider's report of a payment: once, however often it comes, and in whatever order reports come
 * (wire contract section 4). A success completes the order with what the payment was for: licenses, receipt and
 * the order's new state are one transaction, all or nothing. A failure opens the order again.
 *
 * A payment whose abandoned cart is gone has nothing left to fulfil: money that arrives for it is noted as surplus, and
 * the log says so once. Other reports of unknown payments are ignored: they are of another account, or not ours. None is
 * refused, or its provider would send it again and again.
 */
export async function recordPaymentReport(ctx: Context, report: PaymentReport): Promise<void> {
  await transaction(ctx, async (tx) => {
    const subject = await findPayment(tx, ctx.account.id, report.paymentId);
    if (subject === undefined) return recordLateMoney(tx, report);
    if (subject.provider !== report.provider) return;
    const order = await lockOrder(tx, ctx.account.id, subject.orderId);
    // Read again under the order's lock, which everyone takes who settles a payment.
    const payment = await findPayment(tx, ctx.account.id, report.paymentId);
    if (order === undefined || payment === undefined) return;
    const isNew = await insertPaymentEvent(tx, {
      accountId: ctx.account.id,
      provider: report.provider,
      eventId: report.eventId,
      paymentId: payment.id,
      kind: report.outcome.kind,
      receivedAt: ctx.clock.now(),
    });
    if (!isNew) return;
    if (report.outcome.kind === 'Failed') await recordFailure(tx, { order, payment }, report.outcome.reason);
    else await recordSuccess(tx, { order, payment });
  });
}

async function recordLateMoney(
  tx: CommandTx,
  { paymentId, provider, outcome }: PaymentReport,
): Promise<void> {
  if (outcome.kind !== 'Succeeded') return;
  const settled = { id: paymentId, provider, settledAt: tx.clock.now() };
  const payment = await settleForgotten(tx, tx.account.id, settled);
  if (payment === undefined) return;
  const { id, orderId, providerReference } = payment;
  tx.log.error(
    { orderId, paymentId: id, provider, providerReference },
    'money arrived for a cart that was abandoned and deleted: give it back',
  );
}

interface PaidOrder {
  readonly order: Order;
  readonly payment: Payment;
}

async function recordFailure(tx: CommandTx, { order, payment }: PaidOrder, reason: string): Promise<void> {
  if (payment.status !== 'Pending') return;
  const settledAt = tx.clock.now();
  await settlePayment(tx, payment, { status: 'Failed', failure: reason, settledAt });
  if (order.status !== 'PaymentProcessing') return;
  await advanceOrder(tx, order, ['PaymentFailed'], { lastPaymentFailure: reason });
}

async function recordSuccess(tx: CommandTx, { order, payment }: PaidOrder): Promise<void> {
  if (payment.status === 'Succeeded' || payment.status === 'Surplus') return;
  const settledAt = tx.clock.now();
  if (await isOrderPaid(tx, tx.account.id, order.id)) {
    await settlePayment(tx, payment, { status: 'Surplus', failure: null, settledAt });
    tx.log.error(
      { orderId: order.id, paymentId: payment.id },
      'an order was paid twice: give the second payment back',
    );
    return;
  }
  await settlePayment(tx, payment, { status: 'Succeeded', failure: null, settledAt });
  await fulfilOrder(tx, order, payment);
}
