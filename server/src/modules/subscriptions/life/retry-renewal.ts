import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext } from '../../accounts/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { nothingToRetry, renewalNotPossible } from '../problems.ts';
import { reasonToHold } from '../renewals/reason-to-hold.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Charges the open renewal of a subscription once more, now, by its saved method: it becomes due, and its job charges it as
 * it would at its time, so that of both only one does. If it fails, the tries that were to come stay as they were. Raises `NotFound`,
 * `NothingToRetry` unless a charge has failed or its buyer was asked, with a method and no payment on its way, and
 * `RenewalNotPossible` while nothing of it may be charged.
 */
export function retryRenewal(ctx: CommandContext, id: string): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const { subscription, period, isOpen, isPayable } = await lockWithOrder(tx, id);
    const { paymentState, methodId, attempts, nextAttemptAt } = subscription;
    const hasFailed = paymentState === 'Retrying' || paymentState === 'NeedsBuyer';
    if (!hasFailed) throw nothingToRetry();
    if (methodId === null) throw nothingToRetry({ detail: NO_METHOD });
    if (!isPayable) throw nothingToRetry({ detail: ON_ITS_WAY });
    const now = tx.clock.now();
    const reason = await reasonToHold(tx, { ...subscription, nextAttemptAt: now, updatedAt: now });
    if (reason !== undefined) throw renewalNotPossible();
    const { orderId, number } = period;
    recordSubscriptionEvent(tx, 'subscription.payment-retried', subscription, {
      orderId,
      period: number,
      attempts,
      nextAttemptAt,
    });
    return updateSubscription(tx, subscription, { nextAttemptAt: now }, { isOpen });
  });
}

const NO_METHOD =
  'This subscription has no saved payment method. Only its buyer can pay: the mail about it has the link.';
const ON_ITS_WAY = 'A payment of this renewal is on its way. Wait until it has ended.';
