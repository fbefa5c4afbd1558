import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { giveBackOwned } from '../../licensing/index.ts';
import type { RecurringReturn } from '../../orders/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { takeBackCodes } from '../owning/milestones.ts';
import { countCycles } from '../store.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { cyclesFor } from './merge-issues.ts';
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
  if (one.status !== 'Completed') return;
  const { unrefunded } = await countCycles(readerOf(tx), one);
  if (unrefunded < (one.ownAfterCycles ?? 0)) await returnOwned(tx, one, { ...refund, isFirst: false });
}

/** The money did not go back after all: the cycle counts again, and licenses that it has paid for are the customer's. */
export async function keepMergedCycles(tx: CommandTx, merged: Subscription): Promise<void> {
  const one = await recount(tx, merged);
  if (one === undefined) return;
  await withdrawPayoffs(tx, one);
  if (one.status !== 'Completed') return;
  for (const orderId of await grantingOrders(tx, one)) await giveBackOwned(tx, orderId, one.id);
}

/** Counts again what a subscription has paid for another one, which is locked and returned; `undefined` without one. */
async function recount(tx: CommandTx, merged: Subscription): Promise<Subscription | undefined> {
  const { mergedInto = null, mergedCycles: before = null } = merged;
  // What has been dropped counts for nothing any more.
  if (mergedInto === null || before === null) return undefined;
  const { subscription: one } = await lockWithOrder(tx, mergedInto);
  const mergedCycles = await cyclesFor(tx, one, merged);
  await updateSubscription(tx, merged, { mergedCycles }, { isOpen: false });
  return one;
}
