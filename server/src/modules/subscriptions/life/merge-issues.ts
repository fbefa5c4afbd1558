import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { isSubscriptionDisputed } from '../../orders/index.ts';
import { cyclesFor } from '../owning/merged-cycles.ts';
import { listMilestones } from '../store-milestones.ts';
import type { Subscription } from '../tables.ts';

/** A subscription, and how many of its paid cycles count for another one. */
export interface MergedCycles {
  readonly subscription: Subscription;
  readonly cycles: number;
}

/** What counts for a subscription after a merge, or every reason against it: a predicate of the other one. */
type Judgement = { readonly merged: readonly MergedCycles[] } | { readonly issues: readonly string[] };

/**
 * Judges whether the first of `others`, with the rest, which were merged into it, can be merged into a subscription that is
 * active and settled. The caller has locked all of them.
 */
export async function judgeMerge(
  tx: CommandTx,
  one: Subscription,
  others: readonly [Subscription, ...Subscription[]],
): Promise<Judgement> {
  const merged: MergedCycles[] = [];
  for (const subscription of others)
    merged.push({ subscription, cycles: await cyclesFor(tx, one, subscription) });
  const disputes = await Promise.all(others.map(({ id, orderId }) => isDisputed(tx, { id, orderId })));
  const isPaid = merged.some(({ cycles }) => cycles > 0);
  const issues = [
    ...issuesOfBoth(one, others[0]),
    ...(disputes.includes(true) ? ['has a payment that is disputed, or whose dispute was lost'] : []),
    ...((await leadsOn(tx, one)) ? [] : ['cannot count for a plan that leads to nothing more']),
    ...(isPaid ? [] : [`must have paid cycles that count for ${one.quantity} licenses`]),
  ];
  return issues.length > 0 ? { issues } : { merged };
}

function issuesOfBoth(one: Subscription, other: Subscription): string[] {
  const isOfOwner = one.customerId === other.customerId && one.awaitsEmailKey === other.awaitsEmailKey;
  const isOfItem = one.productId === other.productId && one.bundleId === other.bundleId;
  const isOnPlan = one.variationId === other.variationId;
  const isPaidAsOften = one.cycleLength === other.cycleLength;
  const { mergedInto = null, status } = other;
  return [
    ...(isOfOwner ? [] : ['must be of the same customer']),
    ...(isOfItem ? [] : [`must be to the same item, ${one.productId ?? one.bundleId}`]),
    ...(isOfItem && !isOnPlan ? [`must be on the same plan, ${one.variationId}`] : []),
    ...(isOfItem && isOnPlan && !isPaidAsOften ? [`must have the same cycle, ${one.cycleLength}`] : []),
    ...(one.currency === other.currency ? [] : [`must be in the same currency, ${one.currency}`]),
    ...(mergedInto === null ? [] : [`was merged into ${mergedInto} before`]),
    ...(status === 'Completed' ? ['is completed: its licenses never end'] : []),
  ];
}

function isDisputed(tx: CommandTx, { id, orderId }: Pick<Subscription, 'id' | 'orderId'>): Promise<boolean> {
  return isSubscriptionDisputed(tx, { subscriptionId: id, firstOrderId: orderId });
}

/** Whether more paid cycles of a subscription lead to a code, or to licenses that never end. */
async function leadsOn(tx: CommandTx, one: Subscription): Promise<boolean> {
  const milestones = await listMilestones(readerOf(tx), one.accountId, [one.id]);
  const { ownAfterCycles, variationId } = one;
  return (
    ownAfterCycles !== null ||
    milestones.some((each) => each.codeId === null && each.variationId === variationId)
  );
}

/** Whether a subscription is paid and nothing of it is to be decided. */
export function isSettled({
  status,
  paymentState,
  pausedUntil,
  nextPlan,
  endedAt,
}: Pick<Subscription, 'status' | 'paymentState' | 'pausedUntil' | 'nextPlan' | 'endedAt'>): boolean {
  const isPaid = status === 'Active' && paymentState === 'Paid' && endedAt === null;
  return isPaid && pausedUntil === null && nextPlan === null;
}
