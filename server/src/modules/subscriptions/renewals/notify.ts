import type { CommandTx } from '../../accounts/index.ts';
import type { ChargeTerms } from '../../orders/index.ts';
import { announcementAt, isCardOver } from '../domain/notices.ts';
import { renewalAt } from '../domain/schedule.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { queueNoticeMail } from '../mails/life-mails.ts';
import { isBeforeFirstCharge, noticeAt, usableMethod } from '../notice-at.ts';
import { quotedRenewal } from '../plan/with-agreed-plan.ts';
import { updateSubscription } from '../subscription-change.ts';

/**
 * Tells the customer of the renewal that is to come: its amount, with the plan that was agreed for it and the taxes of this
 * day, and its day, and that the card does not last until then.
 */
export async function notify(
  tx: CommandTx,
  { subscription, period }: Pick<LockedSubscription, 'subscription' | 'period'>,
  terms: ChargeTerms,
): Promise<void> {
  const now = tx.clock.now();
  const renewsAt = renewalAt(subscription);
  const isFirstCharge = isBeforeFirstCharge(period);
  const method = await usableMethod(tx, subscription);
  const { announceDays } = tx.account.settings.subscriptions;
  const announcement = announcementAt({ ...subscription, renewsAt, isFirstCharge }, announceDays);
  const notice = {
    method,
    isAnnounced: announcement !== null && announcement <= now,
    isCardExpiring: isCardOver({ renewsAt, cardExpires: method?.expires ?? null }),
  };
  const next = await noticeAt(tx, subscription, { after: now, isFirstCharge });
  const renewed = await quotedRenewal(tx, subscription, period, terms);
  // What another plan will cost is not what this one costs.
  const total = subscription.nextPlan === null ? renewed.total : subscription.total;
  await updateSubscription(tx, subscription, { noticeAt: next, total }, { isOpen: false });
  if (notice.isAnnounced || notice.isCardExpiring) await queueNoticeMail(tx, renewed, notice);
}
