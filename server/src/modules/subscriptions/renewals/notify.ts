import type { CommandTx } from '../../accounts/index.ts';
import { announcementAt, isCardOver } from '../domain/notices.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { queueNoticeMail } from '../mails/life-mails.ts';
import { noticeAt, usableMethod } from '../notice-at.ts';
import { updateSubscription } from '../subscription-change.ts';

/** The reason of a first period without a payment. */
const FREE_DAYS = 'FreeDays';

/**
 * Tells the customer of the renewal that is to come: its amount and day, and that the card does not last until then.
 */
export async function notify(
  tx: CommandTx,
  { subscription, period }: Pick<LockedSubscription, 'subscription' | 'period'>,
): Promise<void> {
  const now = tx.clock.now();
  const isFirstCharge = period.reason === FREE_DAYS;
  const method = await usableMethod(tx, subscription);
  const { announceDays } = tx.account.settings.subscriptions;
  const announcement = announcementAt({ ...subscription, isFirstCharge }, announceDays);
  const notice = {
    method,
    isAnnounced: announcement !== null && announcement <= now,
    isCardExpiring: isCardOver({ ...subscription, cardExpires: method?.expires ?? null }),
  };
  const next = await noticeAt(tx, subscription, { after: now, isFirstCharge });
  const changed = await updateSubscription(tx, subscription, { noticeAt: next }, { isOpen: false });
  if (notice.isAnnounced || notice.isCardExpiring) await queueNoticeMail(tx, changed, notice);
}
