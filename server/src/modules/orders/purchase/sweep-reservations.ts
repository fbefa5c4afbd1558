import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { type CommandTx, findAccount } from '../../accounts/index.ts';
import { listReservations, type Reservation, returnCoupons, useCoupons } from '../../coupons/index.ts';
import { findPayment } from '../../payments/index.ts';
import { lockOrder } from '../order/store.ts';

/** A payment reserves and ends in at least two transactions, so the sweep waits. */
const SWEPT_AFTER_MS = 10 * 60_000;
const AT_ONCE = 100;

/**
 * Housekeeping: ends coupon uses that are still reserved although their payment has ended, because a process of a
 * version without coupons ended it. They become final if the payment has completed its order, and are returned
 * otherwise. Returns 0: one call handles all of them.
 */
export async function sweepReservations(system: System): Promise<number> {
  const reservedBefore = new Date(system.clock.now().getTime() - SWEPT_AFTER_MS);
  for await (const page of listReservations(system, reservedBefore, AT_ONCE))
    for (const reservation of page) await sweep(system, reservation);
  return 0;
}

async function sweep(system: System, reservation: Reservation): Promise<void> {
  const { accountId, orderId, paymentId } = reservation;
  try {
    const account = await findAccount(system, accountId);
    if (account === undefined) return;
    const ctx = { ...system, account, actor: { kind: 'Job', id: 'orders.sweep-reservations' } as const };
    if ((await findPayment(ctx, paymentId))?.status === 'Pending') return;
    await transaction(ctx, (tx) => endReservation(tx, reservation));
  } catch (error) {
    system.log.error({ err: error, accountId, orderId, paymentId }, 'a reserved coupon cannot be released');
  }
}

async function endReservation(tx: CommandTx, { orderId, paymentId }: Reservation): Promise<void> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  const payment = await findPayment(tx, paymentId);
  if (payment === undefined || payment.status === 'Pending') return;
  const hasPaid = payment.status === 'Succeeded';
  // A paid order takes its uses when it is delivered.
  if (hasPaid && order?.status !== 'Completed') return;
  await (hasPaid ? useCoupons : returnCoupons)(tx, { orderId, paymentId });
  tx.log.warn({ orderId, paymentId, hasPaid }, 'a coupon was still reserved for a payment that has ended');
}
