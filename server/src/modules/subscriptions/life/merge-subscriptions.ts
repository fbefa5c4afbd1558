import { readerOf, transaction } from '../../../platform/context/context.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { queueMergedMail } from '../mails/merged-mail.ts';
import { fulfilMilestones, moveCodes } from '../owning/milestones.ts';
import { renewalPending, subscriptionEnded } from '../problems.ts';
import { getSubscription } from '../queries.ts';
import { mergedSubscriptions } from '../store-merges.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { cancelLocked } from './cancel-subscription.ts';
import { isSettled, judgeMerge } from './merge-issues.ts';

interface MergeRequest {
  /** The subscription whose paid cycles count for the other one. */
  readonly subscriptionId: string;
  /** Why, for the vendor: it stays in the timelines of both. */
  readonly reason: string;
}

/**
 * Merges a subscription into another one of the same customer and plan (subscriptions, section 4): its paid cycles, and those
 * of others that were merged into it, count for the coupon codes and the perpetual licenses that this one leads to, which its
 * customer gets at once if they are reached. With fewer units, as many cycles count as the money pays for. If it runs, it is
 * cancelled: it works until the end of its paid period. It can be neither resumed nor renewed.
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
    const { one, other, earlier } = await lockAll(tx, id, subscriptionId);
    const { endedAt, status, mergedInto = null } = one.subscription;
    if (endedAt !== null || status === 'Completed' || mergedInto !== null) throw subscriptionEnded();
    if (one.isOpen || !isSettled(one.subscription)) throw renewalPending();
    const judgement = await judgeMerge(tx, one.subscription, [other.subscription, ...earlier]);
    if ('issues' in judgement) throw refusal(judgement.issues);
    // What is left to pay has changed.
    await withdrawPayoffs(tx, one.subscription);
    await withdrawPayoffs(tx, other.subscription);
    const isOver = other.subscription.endedAt !== null;
    const { endedAt: otherEndedAt, paidUntil } = isOver
      ? other.subscription
      : await cancelLocked(tx, other, { isTold: false });
    let periods = 0;
    for (const { subscription, cycles: mergedCycles } of judgement.merged) {
      periods += mergedCycles;
      const current = await getSubscription(tx, subscription.id);
      await updateSubscription(tx, current, { mergedInto: id, mergedCycles }, { isOpen: false });
    }
    await moveCodes(tx, { from: other.subscription, to: one.subscription });
    for (const { subscription } of [one, other])
      recordSubscriptionEvent(tx, 'subscription.merged', subscription, {
        from: subscriptionId,
        periods,
        reason,
      });
    await queueMergedMail(tx, one.subscription, {
      periods,
      endsAt: otherEndedAt === null ? paidUntil : null,
    });
    await fulfilMilestones(tx, one.subscription);
    return getSubscription(tx, id);
  });
}

interface Locks {
  readonly one: LockedSubscription;
  readonly other: LockedSubscription;
  /** Those that were merged into the other one before. */
  readonly earlier: readonly Subscription[];
}

/** Locks both, and what was merged into the other one, in the order of their ids, as everywhere. Raises `NotFound`. */
async function lockAll(tx: CommandTx, id: string, otherId: string): Promise<Locks> {
  const merged = { accountId: tx.account.id, id: otherId };
  const before = await mergedSubscriptions(readerOf(tx), merged);
  const locks = new Map<string, LockedSubscription>();
  for (const each of [id, otherId, ...before.map((row) => row.id)].toSorted())
    locks.set(each, await lockWithOrder(tx, each));
  const [one, other] = [locks.get(id), locks.get(otherId)];
  if (one === undefined || other === undefined) throw new Error('both subscriptions are locked');
  const earlier: Subscription[] = [];
  for (const each of await mergedSubscriptions(tx, merged))
    earlier.push((locks.get(each.id) ?? (await lockWithOrder(tx, each.id))).subscription);
  return { one, other, earlier };
}

function refusal(issues: readonly string[]) {
  return invalidInput({ errors: { subscriptionId: [...issues] } });
}
