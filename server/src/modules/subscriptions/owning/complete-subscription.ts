import type { CommandTx } from '../../accounts/index.ts';
import { makePerpetual, subscribedLicenses } from '../../licensing/index.ts';
import type { Order } from '../../orders/index.ts';
import { agreedSubtotal } from '../../pricing/index.ts';
import { dropMethod } from '../drop-method.ts';
import { dropNextPlan } from '../drop-next-plan.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { queueOwnedMail } from '../mails/life-mails.ts';
import { returnMoney } from '../return-money-job.ts';
import { countCycles } from '../store.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { NOTHING_OPEN, updateSubscription, voidRenewal } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { isOwnedAnyway } from './merged-cycles.ts';
import { restOf } from './rest-of.ts';

/**
 * Completes a subscription whose last cycle is paid: its licenses never end, and nothing more is charged (subscriptions,
 * section 4). Others stay as they are. Returns whether it is completed. The caller holds the lock of the subscription.
 */
export async function completeIfOwned(tx: CommandTx, subscription: Subscription): Promise<boolean> {
  const owned = await isOwned(tx, subscription);
  if (owned) await complete(tx, subscription);
  return owned;
}

/** Whether enough cycles are paid, each for all units, without those of merged ones whose dispute is open. */
export async function isOwned(tx: CommandTx, subscription: Subscription): Promise<boolean> {
  const { ownAfterCycles } = subscription;
  if (ownAfterCycles === null || (await countCycles(tx, subscription)).ofAllUnits < ownAfterCycles)
    return false;
  return isOwnedAnyway(tx, subscription);
}

/**
 * Completes a subscription whose rest was paid at once; a renewal that is open is given up. What was paid too much, because
 * a cycle was paid meanwhile, goes back; all of it, if the subscription or its licenses ended before, or have changed.
 */
export async function completeByPayoff(
  tx: CommandTx,
  order: Pick<Order, 'id' | 'subscriptionId' | 'lines'>,
): Promise<void> {
  const { subscription, period, isOpen } = await lockWithOrder(tx, order.subscriptionId ?? '');
  const [line] = order.lines;
  const paidMinor = line?.agreed === undefined ? 0 : agreedSubtotal(line.agreed, line.quantity);
  const leftMinor = await leftToPay(tx, subscription, order);
  if (leftMinor === undefined) {
    await returnMoney(tx, order.id);
    return;
  }
  if (line !== undefined && leftMinor < paidMinor) {
    const surplus = {
      lineId: line.id,
      part: paidMinor - leftMinor,
      whole: paidMinor,
      reason: 'PaidTwice',
    } as const;
    await returnMoney(tx, order.id, surplus);
  }
  if (isOpen) await voidRenewal(tx, period, 'PaidOff');
  await complete(tx, subscription);
}

/** What is left of a rent to own that a payoff can complete, in minor units; `undefined` where it completes nothing. */
async function leftToPay(
  tx: CommandTx,
  subscription: Subscription,
  { lines: [line] }: Pick<Order, 'lines'>,
): Promise<number | undefined> {
  const { id, status, endedAt, quantity, variationId } = subscription;
  if (status === 'Completed' || endedAt !== null) return undefined;
  if (line?.quantity !== quantity || line.variationId !== variationId) return undefined;
  const { granted } = await subscribedLicenses(tx, id);
  return granted === 0 ? undefined : (await restOf(tx, subscription))?.amountMinor;
}

async function complete(tx: CommandTx, subscription: Subscription): Promise<void> {
  const { id: subscriptionId } = subscription;
  await makePerpetual(tx, { subscriptionId });
  const paid = await dropNextPlan(tx, { subscription, isOpen: false });
  const end = { status: 'Completed', endedAt: tx.clock.now(), methodId: null } as const;
  const completed = await updateSubscription(tx, paid, { ...NOTHING_OPEN, ...end }, { isOpen: false });
  await dropMethod(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.completed', completed);
  await queueOwnedMail(tx, completed);
}
