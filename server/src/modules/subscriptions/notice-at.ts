import type { CommandTx } from '../accounts/index.ts';
import { findMethod, type SavedMethod } from '../payments/index.ts';
import { announcementAt, nextNotice, noticeOfCard } from './domain/notices.ts';
import { renewalAt } from './domain/schedule.ts';
import { lastPeriod } from './store.ts';
import type { Period, Subscription } from './tables.ts';

/** The reason of the period of free days: it counts as no payment. */
export const FREE_DAYS = 'FreeDays';

/** Whether the renewal after a period is the first charge: the period has free days. */
export function isBeforeFirstCharge({ reason }: Pick<Period, 'reason'>): boolean {
  return reason === FREE_DAYS;
}

/**
 * The notice after a change: another one where the day of the renewal, or the method, changes; else nothing. A renewal that
 * was announced is not announced again for another method; if that is a card that does not last until then, only that is
 * told. The caller holds the lock of the subscription.
 */
export async function changedNotice(
  tx: CommandTx,
  before: Subscription,
  after: Subscription,
): Promise<Partial<Pick<Subscription, 'noticeAt'>>> {
  const renewsAt = renewalAt(after);
  const isSameDay = renewalAt(before).getTime() === renewsAt.getTime();
  // What was announced too late is charged some days after that.
  const isLate = before.noticeAt !== null && before.noticeAt > renewsAt;
  if (isSameDay && (isLate || before.methodId === after.methodId)) return {};
  const isFirstCharge = isBeforeFirstCharge(await lastPeriod(tx, after));
  if (isSameDay && isAnnounced(tx, before, { isFirstCharge })) {
    const cardExpires = (await usableMethod(tx, after))?.expires ?? null;
    return { noticeAt: noticeOfCard({ renewsAt, cardExpires }, tx.clock.now()) };
  }
  return { noticeAt: await noticeAt(tx, after, { isFirstCharge }) };
}

/** Whether the next renewal was announced: the time for that is over, and it does not wait for its step. */
function isAnnounced(
  tx: CommandTx,
  subscription: Subscription,
  { isFirstCharge }: { readonly isFirstCharge: boolean },
): boolean {
  const { announceDays } = tx.account.settings.subscriptions;
  const renewal = { ...subscription, renewsAt: renewalAt(subscription), isFirstCharge };
  const at = announcementAt(renewal, announceDays);
  if (at === null || at > tx.clock.now()) return false;
  return subscription.noticeAt === null || subscription.noticeAt > at;
}

/** The method that a renewal will be charged to; `undefined` when the buyer pays it. */
export async function usableMethod(
  tx: CommandTx,
  { methodId }: Pick<Subscription, 'methodId'>,
): Promise<SavedMethod | undefined> {
  const method = methodId === null ? undefined : await findMethod(tx, methodId);
  return method?.status === 'Usable' ? method : undefined;
}

/**
 * When the customer is told next of the renewal that is to come, after `after`; null: not. `isFirstCharge`: free days
 * end with it.
 */
export async function noticeAt(
  tx: CommandTx,
  subscription: Pick<Subscription, 'paidUntil' | 'pausedUntil' | 'cycleLength' | 'methodId'>,
  {
    after = null,
    isFirstCharge = false,
  }: { readonly after?: Date | null; readonly isFirstCharge?: boolean } = {},
): Promise<Date | null> {
  const renewsAt = renewalAt(subscription);
  if (renewsAt <= tx.clock.now()) return null;
  const method = await usableMethod(tx, subscription);
  const renewal = { ...subscription, renewsAt, isFirstCharge, cardExpires: method?.expires ?? null };
  return nextNotice(renewal, tx.account.settings.subscriptions.announceDays, after);
}
