import type { CommandTx } from '../../accounts/index.ts';
import { remainingMoney, successfulPayment } from '../../payments/index.ts';
import { recordOrderEvent } from '../events.ts';
import { lockOrder, writeUndueMoney } from '../order/store.ts';
import { orderSubject } from '../purchase/purchases.ts';

/** Whether the vendor, or an earlier try, has not returned the money of an order that could not be returned before. */
export async function isReturnPending(tx: CommandTx, orderId: string): Promise<boolean> {
  return (await lockOrder(tx, tx.account.id, orderId))?.hasUndueMoney === true;
}

/**
 * Records that money of a paid order could not go back: it is listed among those that hold money that is not due, until a
 * refund of it is made, and the journal says why, once. Returns whether money is left that can go back another day.
 */
export async function noteRefusedReturn(tx: CommandTx, orderId: string, reason: string): Promise<boolean> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  const payment = order && (await successfulPayment(tx, orderSubject(order)));
  if (order === undefined || payment === undefined) return false;
  if ((remainingMoney(payment)?.leftMinor ?? 0) === 0) return false;
  if (order.hasUndueMoney) return true;
  await writeUndueMoney(tx, order, true);
  const subjects = { order: orderId, customer: order.customerId };
  recordOrderEvent(tx, { type: 'order.return-refused', subjects, data: { reason } });
  return true;
}
