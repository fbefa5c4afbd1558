import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { isSubscriptionDisputed } from '../../orders/index.ts';
import { cyclesForUnits } from '../domain/milestones.ts';
import { cyclesWithMoney } from '../owning/milestones.ts';
import { listMilestones } from '../store-milestones.ts';
import type { Subscription } from '../tables.ts';

/** How many paid cycles of a subscription count for another one, or every reason against it: a predicate of the former. */
type Judgement = { readonly cycles: number } | { readonly issues: readonly string[] };

/** Judges whether `other` can be merged into a subscription that is active and settled; the caller has locked both. */
export async function judgeMerge(tx: CommandTx, one: Subscription, other: Subscription): Promise<Judgement> {
  const paidCycles = await cyclesWithMoney(tx, other);
  const cycles = cyclesForUnits(paidCycles, { paid: other.quantity, units: one.quantity });
  const issues = [
    ...issuesOfBoth(one, other),
    ...((await isDisputed(tx, other)) ? ['has a payment that is disputed, or whose dispute was lost'] : []),
    ...((await leadsOn(tx, one)) ? [] : ['cannot count for a plan that leads to nothing more']),
    ...(cycles > 0 ? [] : [`must have paid cycles that count for ${one.quantity} licenses`]),
  ];
  return issues.length > 0 ? { issues } : { cycles };
}

function issuesOfBoth(one: Subscription, other: Subscription): string[] {
  const isOfOwner = one.customerId === other.customerId && one.awaitsEmailKey === other.awaitsEmailKey;
  const isOfItem = one.productId === other.productId && one.bundleId === other.bundleId;
  const { mergedInto = null, endedAt, status, cut } = other;
  return [
    ...(isOfOwner ? [] : ['must be of the same customer']),
    ...(isOfItem ? [] : [`must be to the same item, ${one.productId ?? one.bundleId}`]),
    ...(isOfItem && one.variationId !== other.variationId
      ? [`must be on the same plan, ${one.variationId}`]
      : []),
    ...(one.currency === other.currency ? [] : [`must be in the same currency, ${one.currency}`]),
    ...(mergedInto === null ? [] : [`was merged into ${mergedInto} before`]),
    ...(status === 'Completed' ? ['is completed: its licenses never end'] : []),
    ...(endedAt === null ? ['must have ended: end it first, and its paid cycles count'] : []),
    ...(cut === null ? [] : ['has ended with money that may still come back: wait for that']),
  ];
}

function isDisputed(tx: CommandTx, { id, orderId }: Subscription): Promise<boolean> {
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
export function isSettled({ status, paymentState, pausedUntil, nextPlan, endedAt }: Subscription): boolean {
  const isPaid = status === 'Active' && paymentState === 'Paid' && endedAt === null;
  return isPaid && pausedUntil === null && nextPlan === null;
}
