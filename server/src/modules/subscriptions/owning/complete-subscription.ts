import type { CommandTx } from '../../accounts/index.ts';
import { makePerpetual } from '../../licensing/index.ts';
import type { Order } from '../../orders/index.ts';
import { dropMethod } from '../drop-method.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { returnMoneyJob } from '../return-money-job.ts';
import { countCycles } from '../store.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { NOTHING_OPEN, updateSubscription, voidRenewal } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

/**
 * Completes a subscription whose last cycle is paid: its licenses never end, and nothing more is charged (subscriptions,
 * section 4). Others stay as they are. The caller holds the lock of the subscription, and has just recorded a payment.
 */
export async function completeIfOwned(tx: CommandTx, subscription: Subscription): Promise<void> {
  const { ownAfterCycles } = subscription;
  if (ownAfterCycles === null || (await countCycles(tx, subscription)).unrefunded < ownAfterCycles) return;
  await complete(tx, subscription);
}

/** Completes a subscription whose rest was paid at once; a renewal that is open is given up. What was paid twice goes back. */
export async function completeByPayoff(
  tx: CommandTx,
  { id, subscriptionId }: Pick<Order, 'id' | 'subscriptionId'>,
): Promise<void> {
  const { subscription, period, isOpen } = await lockWithOrder(tx, subscriptionId ?? '');
  if (subscription.status === 'Completed') {
    await returnMoneyJob.enqueue(tx, { orderId: id });
    return;
  }
  if (isOpen) await voidRenewal(tx, period, 'PaidOff');
  await complete(tx, subscription);
}

async function complete(tx: CommandTx, subscription: Subscription): Promise<void> {
  const { id: subscriptionId } = subscription;
  await makePerpetual(tx, { subscriptionId });
  const end = { status: 'Completed', endedAt: tx.clock.now(), methodId: null, nextPlan: null } as const;
  const completed = await updateSubscription(
    tx,
    subscription,
    { ...NOTHING_OPEN, ...end },
    { isOpen: false },
  );
  await dropMethod(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.completed', completed);
}
