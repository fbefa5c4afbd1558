import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext } from '../../accounts/index.ts';
import { anchorOf, boundary } from '../domain/calendar.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { queuePausedMail } from '../mails/life-mails.ts';
import { withAgreedPlan } from '../with-agreed-plan.ts';
import { pauseNotAllowed, renewalPending, subscriptionEnded } from '../problems.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Pauses a subscription for whole periods, from the next one: nothing is charged for them, its licenses end after the
 * paid period and the grace, and it goes on by itself at the end of the pause. Raises `NotFound`, `SubscriptionEnded`,
 * `RenewalPending` for one whose renewal is open or held, or that is cancelled or paused, and for its customer
 * `PauseNotAllowed` unless its plan has pauses.
 */
export function pauseSubscription(
  ctx: CommandContext,
  id: string,
  periods: number,
  { isByCustomer = false }: { readonly isByCustomer?: boolean } = {},
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const { subscription, period, isOpen } = await lockWithOrder(tx, id);
    const { endedAt, status, paymentState, pausedUntil, paidUntil, anchorNumber, cycleLength } = subscription;
    if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
    if (isByCustomer && subscription.canPause !== true) throw pauseNotAllowed();
    const isSettled = status === 'Active' && paymentState === 'Paid' && paidUntil > tx.clock.now();
    if (isOpen || !isSettled || pausedUntil !== null) throw renewalPending();
    const cycles = period.number + periods - anchorNumber + 1;
    const end = boundary(anchorOf(subscription), cycleLength, cycles);
    const paused = await updateSubscription(tx, subscription, { pausedUntil: end }, { isOpen });
    recordSubscriptionEvent(tx, 'subscription.paused', paused, { endsAt: end, periods });
    await queuePausedMail(tx, await withAgreedPlan(tx, paused, period), end);
    return paused;
  });
}
