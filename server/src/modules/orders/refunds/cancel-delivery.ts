import type { CommandTx } from '../../accounts/index.ts';
import { returnCoupons } from '../../coupons/index.ts';
import { recordOrderEvent } from '../events.ts';
import { LATE_AFTER_MS } from '../fulfilment/fulfil-late-orders.ts';
import { dropFailedFulfilment, requestFulfilment } from '../fulfilment/request-fulfilment.ts';
import { orderInFulfilment } from '../problems.ts';
import { changeOrder } from '../order/store.ts';
import type { Order } from '../tables.ts';

/**
 * Raises `OrderInFulfilment` for a refund of an order that is about to be delivered, and for a partial refund of one
 * that could not be: that can only be refunded in full.
 */
export function refuseDuringDelivery(
  { clock }: Pick<CommandTx, 'clock'>,
  order: Order,
  { lines, amount }: { readonly lines?: unknown; readonly amount?: unknown },
): void {
  const { lastFulfilmentFailure, paidAt, cancelledAt } = order;
  const age = clock.now().getTime() - (paidAt?.getTime() ?? 0);
  const isStuck = lastFulfilmentFailure !== null || cancelledAt !== null || age >= LATE_AFTER_MS;
  if (!isStuck) throw orderInFulfilment();
  if (lines !== undefined || amount !== undefined)
    throw orderInFulfilment({
      detail:
        'The order is paid and could not be delivered yet. Only all of its money can go back: leave out lines and amount.',
    });
}

/** Ends the attempts to deliver a paid order, because its money is returned. The caller holds its lock. */
export async function cancelDelivery(tx: CommandTx, order: Order): Promise<void> {
  const now = tx.clock.now();
  await changeOrder(tx, order, { cancelledAt: now, updatedAt: now });
  await dropFailedFulfilment(tx, order.id);
  recordOrderEvent(tx, {
    type: 'order.cancelled',
    subjects: { order: order.id, customer: order.customerId },
    data: {},
  });
}

/** The refund failed: the order has to be delivered after all. The caller holds its lock. */
export async function resumeDelivery(tx: CommandTx, order: Order): Promise<void> {
  if (order.cancelledAt === null) return;
  await changeOrder(tx, order, { cancelledAt: null, updatedAt: tx.clock.now() });
  await requestFulfilment(tx, order.id);
  recordOrderEvent(tx, {
    type: 'order.resumed',
    subjects: { order: order.id, customer: order.customerId },
    data: {},
  });
}

/** The refund of a cancelled order has succeeded: others may use its coupons. The caller holds its lock. */
export async function releaseCoupons(tx: CommandTx, order: Order, paymentId: string): Promise<void> {
  if (order.cancelledAt !== null) await returnCoupons(tx, { orderId: order.id, paymentId, wasPaid: true });
}
