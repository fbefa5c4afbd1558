import { subjectText } from '../../../platform/journal/record.ts';
import { listEvents } from '../../../platform/journal/store.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { isHeld } from '../domain/dunning.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { isDueByJump } from './reason-to-hold.ts';

const DAY_MS = 86_400_000;
/** More than a store is closed and opened between two steps. */
const MOST = 100;

/**
 * An open renewal without the days on which the store was closed since it was last looked at: nobody could pay, so they do not
 * count towards its mails and its end. While it is closed, what only its buyer can do is looked at again after a day at least.
 * What is held by a fault of the shop is left alone: all of that time is left out. The caller holds the lock.
 */
export async function withoutClosedDays(
  tx: CommandTx,
  locked: LockedSubscription,
): Promise<LockedSubscription> {
  const { subscription, isOpen, isPayable } = locked;
  const { failedAt, askedAt, updatedAt, dueAt, paymentState, fault } = subscription;
  const now = tx.clock.now();
  if (!isOpen || failedAt === null || dueAt === null || dueAt > now) return locked;
  // The clock may be set right again.
  if (isDueByJump(tx, subscription, dueAt)) return locked;
  const isHeldNow = paymentState === 'Held';
  if (isHeldNow && fault) return locked;
  const lostMs = await closedMs(tx, updatedAt > failedAt ? updatedAt : failedAt);
  if (lostMs === 0) return locked;
  const isShort = tx.account.closure !== null && !isHeldNow && lostMs < DAY_MS;
  const later = (moment: Date | null) => moment && new Date(moment.getTime() + (isShort ? DAY_MS : lostMs));
  const changes = { failedAt: later(failedAt), askedAt: later(askedAt) };
  return {
    ...locked,
    subscription: await updateSubscription(tx, subscription, changes, { isOpen, isPayable }),
  };
}

/** How long the store was closed from a moment up to now, in milliseconds. */
async function closedMs(tx: CommandTx, since: Date): Promise<number> {
  const filter = { type: 'account.closure-changed', from: since, limit: MOST };
  let end = tx.clock.now().getTime();
  let isClosed = tx.account.closure !== null;
  let sum = 0;
  // From the newest on.
  for (const { data, occurredAt } of await listEvents(tx, tx.account.id, filter)) {
    const at = Math.max(occurredAt.getTime(), since.getTime());
    if (isClosed) sum += end - at;
    [end, isClosed] = [at, data['before'] !== null];
  }
  return isClosed ? sum + Math.max(0, end - since.getTime()) : sum;
}

/**
 * Whether the charge of an open renewal was held because the store was closed, or no license worked, for so long that its
 * vendor decides whether it is still charged.
 */
export async function isTooLate(
  tx: CommandTx,
  { id, paymentState, holdReason }: Pick<Subscription, 'id' | 'paymentState' | 'holdReason'>,
): Promise<boolean> {
  if (paymentState !== 'Held' || (holdReason !== 'Closed' && holdReason !== 'Unlicensed')) return false;
  const subject = subjectText('subscription', id);
  const [event] = await listEvents(tx, tx.account.id, { subject, type: 'subscription.held', limit: 1 });
  return event === undefined || isHeld(event.occurredAt, tx.clock.now());
}
