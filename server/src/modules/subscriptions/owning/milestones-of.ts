import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { Recurrence } from '../../catalog/index.ts';
import { type MilestoneProgress, progressOf } from '../domain/milestones.ts';
import { countCycles } from '../store.ts';
import type { Subscription } from '../tables.ts';

/**
 * How far a subscription has come to licenses that never end; `undefined` for one that does not lead there. Cycles that
 * failed, were given or refunded do not count. `plans` are the cycles in which the same item is sold.
 */
export async function milestonesOf(
  ctx: QueryContext,
  subscription: Subscription,
  plans: readonly Recurrence[],
): Promise<MilestoneProgress | undefined> {
  const { ownAfterCycles, cycleLength: cycle } = subscription;
  if (ownAfterCycles === null) return undefined;
  const { unrefunded: paidCycles } = await countCycles(readerOf(ctx), subscription);
  const cycles = plans.flatMap((plan) => (plan === 'OneOff' ? [] : [plan]));
  return progressOf({ paidCycles, ownAfterCycles, cycle }, cycles);
}
