import type { CommandTx } from '../../accounts/index.ts';
import type { CouponMilestone } from '../../catalog/index.ts';
import { type CouponRow, customerCodes, findCoupon, issueCode, revokeCode } from '../../coupons/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { queueMilestoneMail } from '../mails/milestone-mail.ts';
import {
  dropMilestones,
  insertMilestones,
  listMilestones,
  NOT_REACHED,
  reachMilestone,
} from '../store-milestones.ts';
import { countMergedCycles, dropMergedCycles } from '../store-merges.ts';
import type { Milestone, Subscription } from '../tables.ts';
import { completeIfOwned } from './complete-subscription.ts';
import { paidCyclesOf } from './paid-cycles.ts';

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

/**
 * The same for another plan: it leads to its own codes, and what the one before has not reached is dropped, as are the cycles
 * that others have paid for it.
 */
export async function replaceMilestones(
  tx: CommandTx,
  subscription: PlannedSubscription,
  milestones: readonly CouponMilestone[] | undefined,
): Promise<void> {
  await dropMilestones(tx, subscription);
  await dropMergedCycles(tx, subscription);
  await beginMilestones(tx, subscription, milestones);
}

/**
 * Gives the customer of a subscription what its paid cycles have reached (subscriptions, section 4): coupon codes, each
 * once and by mail, and licenses that never end. A cycle that failed, was given or refunded does not count, and one that
 * cost nothing leads to no code; a code of a coupon that nobody can use waits for the next payment. The caller holds the lock of the subscription, and has just recorded
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
  const cycles = await cyclesWithMoney(tx, subscription);
  for (const milestone of waiting.filter(({ afterCycles }) => afterCycles <= cycles)) {
    const { couponId, afterCycles, message } = milestone;
    const coupon = await findCoupon(tx, couponId);
    if (coupon === undefined || !isUsable(coupon, tx.clock.now())) continue;
    const { id: codeId, code } = await issueCode(tx, couponId);
    await reachMilestone(tx, milestone, { codeId, reachedAt: tx.clock.now() });
    await queueMilestoneMail(tx, subscription, { afterCycles, code, coupon, message });
    recordSubscriptionEvent(tx, 'subscription.milestone-reached', subscription, {
      periods: afterCycles,
      couponId,
    });
  }
}

function isUsable({ isArchived, endsAt, uses, maxUses }: CouponRow, now: Date): boolean {
  return !isArchived && (endsAt === null || endsAt > now) && (maxUses === null || uses < maxUses);
}

/**
 * Takes back the codes that the paid cycles of a subscription have not reached any more, because money went back: those
 * that no order has used. What is paid later leads to new ones. The caller holds the lock of the subscription.
 */
export async function takeBackCodes(tx: CommandTx, subscription: Subscription): Promise<void> {
  const milestones = await listMilestones(tx, subscription.accountId, [subscription.id]);
  const cycles = await cyclesWithMoney(tx, subscription);
  const { variationId } = subscription;
  for (const milestone of milestones) {
    const { codeId, couponId, afterCycles } = milestone;
    if (codeId === null || milestone.variationId !== variationId || afterCycles <= cycles) continue;
    if ((await customerCodes(tx, [codeId])).get(codeId)?.isRedeemed === true) continue;
    await revokeCode(tx, couponId, codeId);
    await reachMilestone(tx, milestone, NOT_REACHED);
  }
}

/**
 * The codes that one subscription has reached are those of another one, into which it is merged: the same cycles lead to none
 * twice. The caller holds the locks of both.
 */
export async function moveCodes(
  tx: CommandTx,
  { from, to }: { readonly from: Subscription; readonly to: Subscription },
): Promise<void> {
  const milestones = await listMilestones(tx, to.accountId, [from.id, to.id]);
  const ahead = milestones.filter(
    ({ subscriptionId, codeId }) => subscriptionId === to.id && codeId === null,
  );
  const reached = milestones.filter(({ subscriptionId, variationId, codeId }) => {
    return subscriptionId === from.id && variationId === to.variationId && codeId !== null;
  });
  for (const [next, { codeId, reachedAt, ...before }] of pairsOf(
    ahead,
    reached,
    await cyclesWithMoney(tx, to),
  )) {
    if (codeId === null || reachedAt === null) continue;
    await reachMilestone(tx, { ...before, codeId, reachedAt }, NOT_REACHED);
    await reachMilestone(tx, next, { codeId, reachedAt });
  }
}

/**
 * The milestones that codes were reached for already: those of the same coupon and number of cycles, then, where the numbers
 * have changed between the two, of the same coupon in turn, if as many cycles are paid: nothing is reached before.
 */
function pairsOf(
  ahead: readonly Milestone[],
  reached: readonly Milestone[],
  cycles: number,
): [Milestone, Milestone][] {
  const pairs = new Map<Milestone, Milestone>();
  const pair = (isSame: (one: Milestone, other: Milestone) => boolean): void => {
    for (const one of reached) {
      if ([...pairs.values()].includes(one)) continue;
      const next = ahead.find(
        (each) => !pairs.has(each) && each.couponId === one.couponId && isSame(each, one),
      );
      if (next !== undefined) pairs.set(next, one);
    }
  };
  pair((one, other) => one.afterCycles === other.afterCycles);
  pair(({ afterCycles }) => afterCycles <= cycles);
  return [...pairs];
}

async function cyclesWithMoney(tx: CommandTx, subscription: Subscription): Promise<number> {
  const merged = await countMergedCycles(tx, subscription);
  return merged + (await paidCyclesOf(tx, subscription)).length;
}
