import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { giveBackOwned, restoreSuspendedLicenses } from '../../licensing/index.ts';
import { isSubscriptionDisputed } from '../../orders/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { cyclesFor, isOwnedAnyway } from '../owning/merged-cycles.ts';
import { takeBackCodes } from '../owning/milestones.ts';
import { countCycles } from '../store.ts';
import { updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { type LicensesReturn, returnOwned } from './return-owned.ts';
import { unitsBack } from './return-units.ts';

/**
 * A paid cycle of a subscription that counts for another one goes back, which has a code or its licenses by it: they are
 * taken back, as if it was a cycle of its own. Returns the updated subscription. Raises `InvalidInput` where the vendor has to
 * decide about the licenses.
 */
export async function returnMergedCycles(
  tx: CommandTx,
  merged: Subscription,
  refund: LicensesReturn,
): Promise<Subscription> {
  const counts = await recount(tx, merged);
  if (counts === undefined) return merged;
  const { one, changed } = counts;
  const isLess = changed.mergedCycles !== merged.mergedCycles;
  if (isLess) await withdrawPayoffs(tx, one);
  await takeBackCodes(tx, one);
  if (one.status !== 'Completed') return changed;
  if (await isReached(tx, one)) await restoreOwned(tx, one);
  // Who has paid the rest at once has paid fewer cycles: only what counts less takes anything back.
  else if (isLess) await returnOwned(tx, one, { ...refund, isFirst: false });
  return changed;
}

async function isReached(tx: CommandTx, one: Subscription): Promise<boolean> {
  const { ofAllUnits } = await countCycles(readerOf(tx), one);
  return ofAllUnits >= (one.ownAfterCycles ?? 0);
}

/** The licenses of a completed subscription are active again, unless a dispute that matters is open or was lost. */
export async function restoreOwned(tx: CommandTx, one: Subscription): Promise<void> {
  const { id: subscriptionId, orderId: firstOrderId } = one;
  if (await isSubscriptionDisputed(tx, { subscriptionId, firstOrderId })) return;
  if (!(await isOwnedAnyway(tx, one))) return;
  await restoreSuspendedLicenses(tx, { subscriptionId });
}

/**
 * The money did not go back after all: the cycle counts again, and licenses that it has paid for are the customer's. Returns
 * the updated subscription.
 */
export async function keepMergedCycles(tx: CommandTx, merged: Subscription): Promise<Subscription> {
  const counts = await recount(tx, merged);
  if (counts === undefined) return merged;
  const { one, changed } = counts;
  await withdrawPayoffs(tx, one);
  const { payments, unrefunded } = await countCycles(readerOf(tx), merged);
  // Who has paid the rest at once has paid fewer cycles.
  const isPaid = payments === unrefunded || (await isReached(tx, one));
  if (one.status !== 'Completed' || !isPaid) return changed;
  await giveBackOwned(tx, one.id, unitsBack(one));
  return changed;
}

interface Recount {
  /** The one that the cycles count for, … */
  readonly one: Subscription;
  /** … and the one that has paid them, updated. */
  readonly changed: Subscription;
}

/** Counts again what a subscription has paid for another one, which is locked; `undefined` without one. */
async function recount(tx: CommandTx, merged: Subscription): Promise<Recount | undefined> {
  const { mergedInto = null, mergedCycles: before = null } = merged;
  // What has been dropped counts for nothing any more.
  if (mergedInto === null || before === null) return undefined;
  const { subscription: one } = await lockWithOrder(tx, mergedInto);
  const mergedCycles = await cyclesFor(tx, one, merged);
  return { one, changed: await updateSubscription(tx, merged, { mergedCycles }, { isOpen: false }) };
}
