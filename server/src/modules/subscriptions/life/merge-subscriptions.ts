import { invalidInput } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext } from '../../accounts/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { fulfilMilestones } from '../owning/milestones.ts';
import { renewalPending, subscriptionEnded } from '../problems.ts';
import { getSubscription } from '../queries.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { isSettled, judgeMerge } from './merge-issues.ts';

interface MergeRequest {
  /** The subscription whose paid cycles count for the other one. */
  readonly subscriptionId: string;
  /** Why, for the vendor: it stays in the timelines of both. */
  readonly reason: string;
}

/**
 * Merges a subscription that has ended into another one of the same customer and plan (subscriptions, section 4): its paid
 * cycles count for the coupon codes and the perpetual licenses that this one leads to, which its customer gets at once if
 * they are reached. With fewer units, as many cycles count as the money pays for. It cannot be renewed any more.
 *
 * Raises `NotFound`, `SubscriptionEnded`, `RenewalPending` unless this one is active and settled, and `InvalidInput` with
 * every reason against the other one.
 */
export function mergeSubscriptions(
  ctx: CommandContext,
  id: string,
  { subscriptionId, reason }: MergeRequest,
): Promise<Subscription> {
  if (subscriptionId === id) throw refusal(['must be another subscription']);
  return transaction(ctx, async (tx) => {
    const locks = new Map<string, LockedSubscription>();
    // In one order, as everywhere.
    for (const each of [id, subscriptionId].toSorted()) locks.set(each, await lockWithOrder(tx, each));
    const [one, other] = [locks.get(id), locks.get(subscriptionId)];
    if (one === undefined || other === undefined) throw new Error('both subscriptions are locked');
    const { endedAt, status } = one.subscription;
    if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
    if (one.isOpen || !isSettled(one.subscription)) throw renewalPending();
    const judgement = await judgeMerge(tx, one.subscription, other.subscription);
    if ('issues' in judgement) throw refusal(judgement.issues);
    const { cycles: mergedCycles } = judgement;
    // What is left to pay has changed.
    await withdrawPayoffs(tx, one.subscription);
    await updateSubscription(tx, other.subscription, { mergedInto: id, mergedCycles }, { isOpen: false });
    for (const { subscription } of [one, other])
      recordSubscriptionEvent(tx, 'subscription.merged', subscription, {
        from: subscriptionId,
        periods: mergedCycles,
        reason,
      });
    await fulfilMilestones(tx, one.subscription);
    return getSubscription(tx, id);
  });
}

function refusal(issues: readonly string[]) {
  return invalidInput({ errors: { subscriptionId: [...issues] } });
}
