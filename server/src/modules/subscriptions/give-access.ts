import type { CommandTx } from '../accounts/index.ts';
import { extendLicenses } from '../licensing/index.ts';
import { endOfGrace } from './domain/dunning.ts';
import { settleFallback } from './fallback/settle-fallback.ts';
import { type SubscriptionChanges, updateSubscription } from './subscription-change.ts';
import type { Subscription } from './tables.ts';

/** How far the access of a subscription reaches now. */
interface Access extends SubscriptionChanges {
  /** The end of the last period with access. */
  readonly until: Date;
  /** Whether a renewal is open. */
  readonly isOpen: boolean;
}

/**
 * Extends a subscription and its licenses to the end of a period and the grace after it; neither is ever shortened. What
 * licenses keep at the end is judged again, and those that kept it follow the subscription again. One whose access was over is active again, or, if it was cancelled, ends with this period. The caller holds the lock of
 * the subscription.
 */
export async function giveAccess(
  tx: CommandTx,
  subscription: Subscription,
  { until, isOpen, ...changes }: Access,
): Promise<Subscription> {
  const { graceDays } = tx.account.settings.subscriptions;
  const paidUntil = until > subscription.paidUntil ? until : subscription.paidUntil;
  const end = endOfGrace(paidUntil, graceDays);
  const expiresAt = end > subscription.expiresAt ? end : subscription.expiresAt;
  await extendLicenses(tx, { subscriptionId: subscription.id }, expiresAt);
  const fallback = await settleFallback(tx, { ...subscription, ...changes }, expiresAt);
  const { cancelledAt } = subscription;
  const isBack = subscription.status === 'Expired' && expiresAt > tx.clock.now();
  return updateSubscription(
    tx,
    subscription,
    {
      ...changes,
      paidUntil,
      expiresAt,
      fallback,
      ...(isBack && { status: cancelledAt === null ? 'Active' : 'Cancelled', endedAt: null }),
    },
    { isOpen },
  );
}
