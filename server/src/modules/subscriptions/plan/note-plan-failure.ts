import type { CommandTx } from '../../accounts/index.ts';
import type { Order } from '../../orders/index.ts';
import { queuePlanPayMail } from '../mails/plan-mails.ts';
import { lockSubscription } from '../store.ts';

/**
 * The charge of a change of the plan failed: the change waits, and its buyer gets the page that pays it. The caller holds the
 * lock of the order.
 */
export async function notePlanFailure(
  tx: CommandTx,
  { id, subscriptionId }: Pick<Order, 'id' | 'subscriptionId'>,
): Promise<void> {
  const subscription = await lockSubscription(tx, tx.account.id, subscriptionId ?? '');
  const nextPlan = subscription?.nextPlan;
  if (subscription === undefined || nextPlan?.orderId !== id) return;
  await queuePlanPayMail(tx, subscription, { nextPlan, hasFailed: true });
}
