import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import {
  findPayment,
  insertPaymentEvent,
  isOrderPaid,
  type Payment,
  type PaymentReport,
  settlePayment,
} from '../payments/index.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { changeOrder, lockOrder } from './store.ts';
import type { Order } from './tables.ts';

/**
 * Takes a provider's report of a payment: once, however often it comes, and in whatever order reports come
 * (wire contract section 4). A success completes the order with what the payment was for: licenses, receipt and
 * the order's new state are one transaction, all or nothing. A failure opens the order again.
 *
 * Reports of unknown payments are ignored: they are of another account, or not ours.
 */
export async function recordPaymentReport(
  system: System,
  account: Account,
  report: PaymentReport,
): Promise<void> {
  await system.database.transaction(async (tx) => {
    const subject = await findPayment(tx, account.id, report.paymentId);
    if (subject === undefined || subject.provider !== report.provider) return;
    const order = await lockOrder(tx, account.id, subject.orderId);
    // Read again under the order's lock, which everyone takes who settles a payment.
    const payment = await findPayment(tx, account.id, report.paymentId);
    if (order === undefined || payment === undefined) return;
    const isNew = await insertPaymentEvent(tx, {
      accountId: account.id,
      provider: report.provider,
      eventId: report.eventId,
      paymentId: payment.id,
      kind: report.outcome.kind,
      receivedAt: system.clock.now(),
    });
    if (!isNew) return;
    if (report.outcome.kind === 'Failed')
      await recordFailure(system, tx, { order, payment }, report.outcome.reason);
    else await recordSuccess(system, tx, account, { order, payment });
  });
}

interface PaidOrder {
  readonly order: Order;
  readonly payment: Payment;
}

async function recordFailure(
  system: System,
  tx: Tx,
  { order, payment }: PaidOrder,
  reason: string,
): Promise<void> {
  if (payment.status !== 'Pending') return;
  const settledAt = system.clock.now();
  await settlePayment(tx, payment, { status: 'Failed', failure: reason, settledAt });
  if (order.status !== 'PaymentProcessing') return;
  await changeOrder(tx, order, { status: 'Open', lastPaymentFailure: reason, updatedAt: settledAt });
}

async function recordSuccess(
  system: System,
  tx: Tx,
  account: Account,
  { order, payment }: PaidOrder,
): Promise<void> {
  if (payment.status === 'Succeeded' || payment.status === 'Surplus') return;
  const settledAt = system.clock.now();
  if (await isOrderPaid(tx, account.id, order.id)) {
    await settlePayment(tx, payment, { status: 'Surplus', failure: null, settledAt });
    system.log.error(
      { orderId: order.id, paymentId: payment.id },
      'an order was paid twice: give the second payment back',
    );
    return;
  }
  await settlePayment(tx, payment, { status: 'Succeeded', failure: null, settledAt });
  await fulfilOrder(system, tx, account, order, payment);
}
