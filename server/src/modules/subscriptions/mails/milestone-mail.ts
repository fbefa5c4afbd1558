import { type CommandTx, shopUrl } from '../../accounts/index.ts';
import type { CouponRow } from '../../coupons/index.ts';
import type { Milestone, Subscription } from '../tables.ts';
import { queueSubscriptionMail } from './subscription-mail.ts';

/** A coupon code for as many paid cycles. */
interface MilestoneNews extends Pick<Milestone, 'afterCycles' | 'message'> {
  readonly code: string;
  readonly coupon: Pick<CouponRow, 'name' | 'endsAt'>;
}

/** Sends the coupon code that the paid cycles of a subscription have reached: what for, what it gives, and until when. */
export function queueMilestoneMail(
  tx: CommandTx,
  subscription: Subscription,
  { afterCycles, message, code, coupon: { name, endsAt } }: MilestoneNews,
): Promise<string | undefined> {
  return queueSubscriptionMail(tx, subscription, ({ texts: { milestone }, shop, title, day }) => ({
    template: 'milestone',
    subject: milestone.subject(shop),
    heading: milestone.heading,
    opening: [milestone.text(title, afterCycles)],
    paragraphs: [
      ...(message === null ? [] : [message]),
      milestone.code(name, code),
      ...(endsAt === null ? [] : [milestone.endsAt(day(endsAt))]),
    ],
    action: { label: milestone.visitShop, url: shopUrl(tx.config, tx.account) },
  }));
}
