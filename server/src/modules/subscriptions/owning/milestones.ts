import type { CommandTx } from '../../accounts/index.ts';
import type { CouponMilestone } from '../../catalog/index.ts';
import { findCoupon, issueCode } from '../../coupons/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { queueMilestoneMail } from '../mails/milestone-mail.ts';
import { countCycles } from '../store.ts';
import { dropMilestones, insertMilestones, listMilestones, reachMilestone } from '../store-milestones.ts';
import type { Milestone, Subscription } from '../tables.ts';
import { completeIfOwned } from './complete-subscription.ts';

type PlannedSubscription = Pick<Subscription, 'accountId' | 'id' | 'variationId'>;

/** Notes the coupon codes that the plan of a new subscription leads to, after the first `paidCycles` of its cycles. */
export function beginMilestones(
  tx: CommandTx,
  { accountId, id: subscriptionId, variationId }: PlannedSubscription,
  milestones: readonly CouponMilestone[] = [],
  paidCycles = 0,
): Promise<void> {
  const ahead = milestones.filter(({ afterCycles }) => afterCycles > paidCycles);
  const rows = ahead.map(({ afterCycles, couponId, message = null }): Milestone => {
    const plan = { accountId, subscriptionId, variationId };
    return { ...plan, afterCycles, couponId, message, codeId: null, reachedAt: null };
  });
  return insertMilestones(tx, rows);
}

/** The same for another plan: it leads to its own codes, and what the one before has not reached is dropped. */
export async function replaceMilestones(
  tx: CommandTx,
  subscription: PlannedSubscription,
  milestones: readonly CouponMilestone[] | undefined,
): Promise<void> {
  await dropMilestones(tx, subscription);
  await beginMilestones(tx, subscription, milestones);
}

/**
 * Gives the customer of a subscription what its paid cycles have reached (subscriptions, section 4): coupon codes, each
 * once and by mail, and licenses that never end. A cycle that failed, was given or refunded does not count; a code of a
 * coupon that is archived waits for the next payment. The caller holds the lock of the subscription, and has just recorded
 * a payment.
 */
export async function fulfilMilestones(tx: CommandTx, subscription: Subscription): Promise<void> {
  await issueCodes(tx, subscription);
  await completeIfOwned(tx, subscription);
}

async function issueCodes(tx: CommandTx, subscription: Subscription): Promise<void> {
  const milestones = await listMilestones(tx, subscription.accountId, [subscription.id]);
  const waiting = milestones.filter(({ codeId }) => codeId === null);
  if (waiting.length === 0) return;
  const { unrefunded } = await countCycles(tx, subscription);
  for (const milestone of waiting.filter(({ afterCycles }) => afterCycles <= unrefunded)) {
    const { couponId, afterCycles, message } = milestone;
    const coupon = await findCoupon(tx, couponId);
    if (coupon === undefined || coupon.isArchived) continue;
    const { id: codeId, code } = await issueCode(tx, couponId);
    await reachMilestone(tx, milestone, { codeId, reachedAt: tx.clock.now() });
    await queueMilestoneMail(tx, subscription, { afterCycles, code, coupon, message });
    recordSubscriptionEvent(tx, 'subscription.milestone-reached', subscription, {
      periods: afterCycles,
      couponId,
    });
  }
}
