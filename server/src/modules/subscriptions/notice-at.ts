import type { CommandTx } from '../accounts/index.ts';
import { findMethod, type SavedMethod } from '../payments/index.ts';
import { nextNotice } from './domain/notices.ts';
import type { Subscription } from './tables.ts';

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
  subscription: Pick<Subscription, 'paidUntil' | 'cycleLength' | 'methodId'>,
  {
    after = null,
    isFirstCharge = false,
  }: { readonly after?: Date | null; readonly isFirstCharge?: boolean } = {},
): Promise<Date | null> {
  if (subscription.paidUntil <= tx.clock.now()) return null;
  const method = await usableMethod(tx, subscription);
  const renewal = { ...subscription, isFirstCharge, cardExpires: method?.expires ?? null };
  return nextNotice(renewal, tx.account.settings.subscriptions.announceDays, after);
}
