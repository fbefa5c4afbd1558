import type { CommandTx } from '../../accounts/index.ts';
import { type Refund, remainingMoney, successfulPayment } from '../../payments/index.ts';
import { type LineShare, shareOfLine } from '../domain/refund-lines.ts';
import { recordOrderEvent } from '../events.ts';
import type { Order } from '../tables.ts';
import { unknownOrder } from '../problems.ts';
import { lockOrder, writeUndueMoney } from '../order/store.ts';
import { orderSubject } from '../purchase/purchases.ts';
import { refundOrder } from './refund-order.ts';
import { soldLines } from './sold-lines.ts';
import { owedMinor } from './undue-money.ts';

/** Money that paid an order, and has to go back. */
interface Debt {
  readonly orderId: string;
  /** The share of a line; absent: all that was paid. */
  readonly share?:
    | (LineShare & { readonly lineId: string; readonly isOfUnits?: true | undefined })
    | undefined;
  /** For the buyer. */
  readonly reason: string;
}

/**
 * Records that money of an order has to go back, until refunds come to it: the order is listed among those with undue money
 * meanwhile. Returns whether there is any. The caller holds the lock of the order, and has it returned:
 * `returnOwedMoney`. Raises `NotFound`.
 */
export async function oweMoney(tx: CommandTx, { orderId, share, reason }: Debt): Promise<boolean> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw unknownOrder(orderId);
  const payment = await successfulPayment(tx, orderSubject(order));
  const { receivedMinor = 0 } = (payment && remainingMoney(payment)) ?? {};
  const line = share && (await soldLines(tx, order)).find(({ id }) => id === share.lineId);
  const shareMinor = share && line ? shareOfLine(line, share) : 0;
  const amountMinor = share === undefined ? receivedMinor : Math.min(shareMinor, receivedMinor);
  const since = tx.clock.now().toISOString();
  const { lineId = null, isOfUnits } = share ?? {};
  const owed = { lineId, amountMinor, reason, since, ...(isOfUnits && { isOfUnits }) };
  if ((await owedMinor(tx, { ...order, owed })) === 0) return false;
  await writeUndueMoney(tx, order, { owed, hasUndueMoney: true });
  return true;
}

/**
 * Refunds what is still owed of an order, to be performed once this transaction is committed: see `performRefund`; or
 * completed in it, if the vendor has returned the money in another way. Licenses and subscriptions stay as they are. Returns `undefined` when nothing is owed any more, since refunds have come to it.
 * Raises what `refundOrder` raises.
 */
export async function returnOwedMoney(
  tx: CommandTx,
  orderId: string,
  elsewhere?: { readonly reason: string },
): Promise<Refund | undefined> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  const amountMinor = order === undefined ? 0 : await owedMinor(tx, order);
  if (!order?.owed || amountMinor === 0) return undefined;
  const { lineId, reason } = elsewhere ? { ...order.owed, ...elsewhere } : order.owed;
  return refundOrder(tx, {
    orderId,
    // The amount also where it is all that was paid: a rest below the smallest step of the currency cannot be refunded.
    amount: { currency: order.currency, amountMinor },
    ...(lineId !== null && { lineId }),
    reason,
    isElsewhere: elsewhere !== undefined,
    revokesLicenses: false,
    decision: 'Keep',
  });
}

/** Records why money could not go back, in the journal. Returns whether any is owed that can go back another day. */
export async function noteRefusedReturn(
  tx: CommandTx,
  orderId: string,
  { reason, isTold }: { readonly reason: string; readonly isTold: boolean },
): Promise<boolean> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined || (await owedMinor(tx, order)) === 0) return false;
  // A server of the version before may have taken it off the list.
  if (!order.hasUndueMoney) await writeUndueMoney(tx, order, { hasUndueMoney: true });
  const subjects = { order: orderId, customer: order.customerId };
  if (!isTold) recordOrderEvent(tx, { type: 'order.return-refused', subjects, data: { reason } });
  return true;
}

/**
 * Ends the tries to return what is owed of an order, once, and records it in the journal: the vendor returns it in another
 * way. The caller holds the lock of the order.
 */
export async function giveUpReturn(tx: CommandTx, order: Order): Promise<void> {
  const { id, customerId, owed } = order;
  if (!owed || owed.isGivenUp === true) return;
  await writeUndueMoney(tx, order, { owed: { ...owed, isGivenUp: true }, hasUndueMoney: true });
  const reason = 'Refunds have failed too often: return the money in another way.';
  const subjects = { order: id, customer: customerId };
  recordOrderEvent(tx, { type: 'order.return-refused', subjects, data: { reason } });
}
