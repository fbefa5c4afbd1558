import type { CommandTx } from '../../accounts/index.ts';
import { anchorOf, boundary, cyclesBefore } from '../domain/calendar.ts';
import { giveAccess } from '../give-access.ts';
import { changePeriod, insertPeriod } from '../store.ts';
import type { SubscriptionChanges } from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';

/** The reason of a period that the vendor has given. */
export const SKIPPED = 'Vendor';

/** The periods that have passed, once they are written. */
export interface PassedPeriods {
  readonly subscription: Subscription;
  /** The last period after them. */
  readonly last: Period;
}

/**
 * Writes the periods that have passed whole since the last one. Those before the step was due passed unpaid, while
 * another one was open or the subscription was paused: they give nothing. Later ones passed because nothing ran, or the
 * renewal was held: their access is given. The caller holds the lock of the subscription, which has no open renewal.
 * `dueAt`: when the step was due; null: none was, so that whatever passed is given.
 */
export async function skipPassedPeriods(
  tx: CommandTx,
  { subscription, last }: PassedPeriods,
  // The next step of what is held is the end of its access.
  dueAt = subscription.paymentState === 'Held' ? null : subscription.dueAt,
): Promise<PassedPeriods> {
  const { anchorNumber, cycleLength, pausedUntil } = subscription;
  const passed = cyclesBefore(anchorOf(subscription), cycleLength, tx.clock.now());
  let period = last;
  let until: Date | undefined;
  while (period.number - anchorNumber + 1 < passed) {
    const next = periodAfter(tx, subscription, period);
    const isPaused = pausedUntil !== null && next.endsAt <= pausedUntil;
    const isUnpaid = isPaused || (dueAt !== null && next.endsAt <= dueAt);
    period = isUnpaid
      ? { ...next, state: 'Void', reason: isPaused ? 'Paused' : 'NotPaid' }
      : { ...next, state: 'Skipped', reason: 'Downtime' };
    if (!isUnpaid) until = period.endsAt;
    await insertPeriod(tx, period);
  }
  if (until === undefined) return { subscription, last: period };
  return { subscription: await giveAccess(tx, subscription, { until, isOpen: false }), last: period };
}

/**
 * Moves an open renewal, whose period has passed whole, to the period that runs now: what passed unpaid gives nothing. The
 * caller holds the lock of the subscription. Returns the open period.
 */
export async function moveToRunning(
  tx: CommandTx,
  subscription: Subscription,
  open: Period,
): Promise<Period> {
  const { anchorNumber, cycleLength } = subscription;
  const { orderId } = open;
  const passed = cyclesBefore(anchorOf(subscription), cycleLength, tx.clock.now());
  const unpaid = { state: 'Void', reason: 'NotPaid', orderId: null } as const;
  await changePeriod(tx, open, { ...unpaid, updatedAt: tx.clock.now() });
  let period = open;
  while (period.number - anchorNumber + 1 < passed) {
    period = { ...periodAfter(tx, subscription, period), ...unpaid };
    await insertPeriod(tx, period);
  }
  const running = { ...periodAfter(tx, subscription, period), orderId };
  await insertPeriod(tx, running);
  return running;
}

/** The period that follows another one, open and without an order. */
export function periodAfter(
  tx: CommandTx,
  subscription: Subscription,
  { number: before, endsAt }: Period,
): Period {
  const { accountId, id: subscriptionId, anchorNumber, cycleLength, quantity: units } = subscription;
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
    units,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Skips the periods up to the end of the one that runs now, gives their access, and writes the changes with it. Returns the
 * subscription. The caller holds its lock, and it has no open renewal.
 */
export async function skipRunningPeriod(
  tx: CommandTx,
  passed: PassedPeriods,
  changes: SubscriptionChanges,
): Promise<Subscription> {
  const { subscription, last } = await skipPassedPeriods(tx, passed);
  const running: Period = { ...periodAfter(tx, subscription, last), state: 'Skipped', reason: SKIPPED };
  await insertPeriod(tx, running);
  return giveAccess(tx, subscription, { ...changes, until: running.endsAt, isOpen: false });
}
