import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { Recurrence } from '../../catalog/index.ts';
import { customerCodes } from '../../coupons/index.ts';
import { type MilestoneProgress, normalizedCycles, progressOf } from '../domain/milestones.ts';
import { countCycles } from '../store.ts';
import { listMilestones } from '../store-milestones.ts';
import type { Milestone, Subscription } from '../tables.ts';

/** How far a subscription has come, with the coupon codes on its way. */
interface Milestones extends MilestoneProgress {
  readonly coupons: readonly CouponStanding[];
}

/** A coupon code that the plan of a subscription leads to. */
interface CouponStanding extends Pick<Milestone, 'variationId' | 'afterCycles' | 'message'> {
  readonly afterNormalizedCycles: number;
  readonly isReached: boolean;
  /** Absent before it is reached, and once the vendor has revoked it. */
  readonly code?: string;
  /** Whether an order with it was fulfilled. */
  readonly isRedeemed: boolean;
}

/**
 * How far a subscription has come to the coupon codes of its plan and to licenses that never end; `undefined` for one that
 * leads to neither, or whose cycles count for another one. Cycles that failed, were given or refunded do not count. `plans` are the cycles in which the same item
 * is sold.
 */
export async function milestonesOf(
  ctx: QueryContext,
  subscription: Subscription,
  plans: readonly Recurrence[],
): Promise<Milestones | undefined> {
  const { ownAfterCycles, cycleLength: cycle, mergedInto = null } = subscription;
  if (mergedInto !== null) return undefined;
  const rows = (await milestonesOfPlans(ctx, [subscription])).get(subscription.id) ?? [];
  const toCycles = ownAfterCycles ?? rows.at(-1)?.afterCycles;
  if (toCycles === undefined) return undefined;
  const { unrefunded, ofAllUnits } = await countCycles(readerOf(ctx), subscription);
  const paidCycles = ownAfterCycles === null ? unrefunded : ofAllUnits;
  const cycles = plans.flatMap((plan) => (plan === 'OneOff' ? [] : [plan]));
  const codes = await customerCodes(
    ctx,
    rows.flatMap(({ codeId }) => codeId ?? []),
  );
  const coupons = rows.map(({ variationId, afterCycles, message, codeId }): CouponStanding => {
    const entry = codeId === null ? undefined : codes.get(codeId);
    return {
      variationId,
      afterCycles,
      afterNormalizedCycles: normalizedCycles(afterCycles, cycle, cycles),
      message,
      isReached: codeId !== null,
      ...(entry !== undefined && entry.revokedAt === null && { code: entry.code }),
      isRedeemed: entry?.isRedeemed === true,
    };
  });
  return { ...progressOf({ paidCycles, toCycles, cycle }, cycles), coupons };
}

/** The coupon codes that the plan of each subscription leads to, in the order of their cycles, by the subscription's id. */
export async function milestonesOfPlans(
  ctx: QueryContext,
  subscriptions: readonly Subscription[],
): Promise<ReadonlyMap<string, readonly Milestone[]>> {
  const ids = subscriptions.map(({ id }) => id);
  const all = await listMilestones(readerOf(ctx), ctx.account.id, ids);
  return new Map(
    subscriptions.map(({ id, variationId }) => [
      id,
      all.filter((one) => one.subscriptionId === id && one.variationId === variationId),
    ]),
  );
}
