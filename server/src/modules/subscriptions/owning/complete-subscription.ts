import type { CommandTx } from '../../accounts/index.ts';
import { makePerpetual } from '../../licensing/index.ts';
import { dropMethod } from '../drop-method.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { countPayments } from '../store.ts';
import { NOTHING_OPEN, updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Completes a subscription whose last cycle is paid: its licenses never end, and nothing more is charged (subscriptions,
 * section 4). Others stay as they are. The caller holds the lock of the subscription, and has just recorded a payment.
 */
export async function completeIfOwned(tx: CommandTx, subscription: Subscription): Promise<void> {
  const { id: subscriptionId, ownAfterCycles } = subscription;
  if (ownAfterCycles === null || (await countPayments(tx, subscription)) < ownAfterCycles) return;
  await makePerpetual(tx, { subscriptionId });
  const end = { status: 'Completed', endedAt: tx.clock.now(), methodId: null } as const;
  const completed = await updateSubscription(
    tx,
    subscription,
    { ...NOTHING_OPEN, ...end },
    { isOpen: false },
  );
  await dropMethod(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.completed', completed);
}
