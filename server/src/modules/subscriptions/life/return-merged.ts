import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { giveBackOwned } from '../../licensing/index.ts';
import type { RecurringReturn } from '../../orders/index.ts';
import { cyclesForUnits } from '../domain/milestones.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { cyclesWithMoney, takeBackCodes } from '../owning/milestones.ts';
import { countCycles } from '../store.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { returnOwned } from './return-owned.ts';
import { grantingOrders } from './subscriptions-in.ts';

/**
 * A paid cycle of a subscription that counts for another one goes back, which has a code or its licenses by it: they are
 * taken back, as if it was a cycle of its own. Raises `InvalidInput` where the vendor has to decide about the licenses.
 */
export async function returnMergedCycles(
  tx: CommandTx,
  merged: Subscription,
  refund: RecurringReturn,
): Promise<void> {
  const one = await recount(tx, merged);
  if (one === undefined) return;
  await withdrawPayoffs(tx, one);
  await takeBackCodes(tx, one);
  if (one.status === 'Completed' && !(await isPaid(tx, one)))
    await returnOwned(tx, one, { ...refund, isFirst: false });
}

/** The money did not go back after all: the cycle counts again, and the licenses are the customer's that it had paid for. */
export async function keepMergedCycles(tx: CommandTx, merged: Subscription): Promise<void> {
  const one = await recount(tx, merged);
  if (one?.status !== 'Completed' || !(await isPaid(tx, one))) return;
  for (const orderId of await grantingOrders(tx, one)) await giveBackOwned(tx, orderId, one.id);
}

async function isPaid(tx: CommandTx, one: Subscription): Promise<boolean> {
  return (await countCycles(readerOf(tx), one)).unrefunded >= (one.ownAfterCycles ?? 0);
}

/** Counts again what a subscription has paid for another one, which is locked and returned; `undefined` without one. */
async function recount(tx: CommandTx, merged: Subscription): Promise<Subscription | undefined> {
  const { mergedInto = null, quantity: paid } = merged;
  if (mergedInto === null) return undefined;
  const { subscription: one } = await lockWithOrder(tx, mergedInto);
  // Nothing of it counts for another plan.
  if (one.variationId !== merged.variationId) return undefined;
  const paidCycles = await cyclesWithMoney(tx, merged);
  const cycles = cyclesForUnits(paidCycles, { paid, units: one.quantity });
  await updateSubscription(tx, merged, { mergedCycles: cycles }, { isOpen: false });
  return one;
}
