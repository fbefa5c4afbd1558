import type { CommandTx } from '../../accounts/index.ts';
import type { ChargeTerms } from '../../orders/index.ts';
import { announcementAt, isCardOver, isOnlyOfCard } from '../domain/notices.ts';
import { renewalAt } from '../domain/schedule.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { queueNoticeMail } from '../mails/life-mails.ts';
import { isBeforeFirstCharge, noticeAt, usableMethod } from '../notice-at.ts';
import { quotedRenewal } from '../with-agreed-plan.ts';
import { updateSubscription } from '../subscription-change.ts';
import { extendAccess } from './hold-renewal.ts';

const DAY_MS = 86_400_000;
/** So many days pass between an announcement that comes too late, because nothing ran, and the charge. */
const LATE_DAYS = 3;

/**
 * Tells the customer of the renewal that is to come: its amount, with the plan that was agreed for it and the taxes of this
 * day, and its day, and that the card does not last until then. A renewal that is due by now, because nothing ran before, is charged some days after
 * that, and access lasts until then.
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
  const renewal = { renewsAt, cardExpires: method?.expires ?? null };
  const isDue = announcement !== null && announcement <= now;
  const notice = {
    method,
    isAnnounced: isDue && !isOnlyOfCard(renewal, { announcement, noticeAt: subscription.noticeAt }),
    isCardExpiring: isCardOver(renewal),
  };
  const renewed = await quotedRenewal(tx, subscription, period, terms);
  // What another plan will cost is not what this one costs.
  const total = subscription.nextPlan === null ? renewed.total : subscription.total;
  if (renewsAt <= now && notice.isAnnounced) {
    const later = new Date(now.getTime() + LATE_DAYS * DAY_MS);
    const access = await extendAccess(tx, subscription, new Date(later.getTime() + DAY_MS));
    await updateSubscription(tx, subscription, { ...access, noticeAt: later, total }, { isOpen: false });
    await queueNoticeMail(tx, { ...renewed, paidUntil: later, pausedUntil: null }, notice);
    return;
  }
  const next = await noticeAt(tx, subscription, { after: now, isFirstCharge });
  await updateSubscription(tx, subscription, { noticeAt: next, total }, { isOpen: false });
  if (notice.isAnnounced || notice.isCardExpiring) await queueNoticeMail(tx, renewed, notice);
}
