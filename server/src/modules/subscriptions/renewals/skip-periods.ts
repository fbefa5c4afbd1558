import type { CommandTx } from '../../accounts/index.ts';
import { anchorOf, boundary, cyclesBefore } from '../domain/calendar.ts';
import { giveAccess } from '../give-access.ts';
import { insertPeriod } from '../store.ts';
import { NOTHING_OPEN } from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';

/** Skips the periods that have passed whole since the last one. Returns the last period after that. */
export async function skipPassedPeriods(
  tx: CommandTx,
  subscription: Subscription,
  last: Period,
): Promise<Period> {
  const { anchorNumber, cycleLength } = subscription;
  const passed = cyclesBefore(anchorOf(subscription), cycleLength, tx.clock.now());
  let period = last;
  while (period.number - anchorNumber + 1 < passed) {
    period = { ...periodAfter(tx, subscription, period), state: 'Skipped', reason: 'Downtime' };
    await insertPeriod(tx, period);
  }
  return period;
}

/** The period that follows another one, open and without an order. */
export function periodAfter(
  tx: CommandTx,
  subscription: Subscription,
  { number: before, endsAt }: Period,
): Period {
  const { accountId, id: subscriptionId, anchorNumber, cycleLength } = subscription;
  const number = before + 1;
  const now = tx.clock.now();
  return {
    accountId,
    subscriptionId,
    number,
    startsAt: endsAt,
    endsAt: boundary(anchorOf(subscription), cycleLength, number - anchorNumber + 1),
    state: 'Open',
    reason: null,
    orderId: null,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Skips the periods up to the end of the one that runs now, and gives their access. The caller holds the lock of the
 * subscription, which has no open renewal.
 */
export async function skipRunningPeriod(
  tx: CommandTx,
  subscription: Subscription,
  last: Period,
): Promise<void> {
  const passed = await skipPassedPeriods(tx, subscription, last);
  const running: Period = { ...periodAfter(tx, subscription, passed), state: 'Skipped', reason: 'Vendor' };
  await insertPeriod(tx, running);
  await giveAccess(tx, subscription, { ...NOTHING_OPEN, until: running.endsAt, isOpen: false });
}
