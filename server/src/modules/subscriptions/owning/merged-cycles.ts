import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { ORDER_KIND } from '../../orders/index.ts';
import { isAnyDisputed } from '../../payments/index.ts';
import { cyclesForUnits } from '../domain/milestones.ts';
import { countCycles } from '../store.ts';
import { mergedSubscriptions, noteMergedCycles } from '../store-merges.ts';
import type { Subscription } from '../tables.ts';
import { paidOrders } from './paid-orders.ts';

/** How many of its own paid cycles count for another one, for whose units they were paid. */
export async function cyclesFor(tx: CommandTx, one: Subscription, other: Subscription): Promise<number> {
  const { length } = await wholeCycles(tx, other);
  return cyclesForUnits(length, { paid: other.quantity, units: one.quantity });
}

/** Counts again what was merged into a subscription, for the units that it has now. The caller holds its lock. */
export async function recountMergedCycles(tx: CommandTx, one: Subscription): Promise<void> {
  for (const other of await mergedSubscriptions(tx, one))
    await noteMergedCycles(tx, other, await cyclesFor(tx, one, other));
}

/**
 * Whether a subscription that is to be owned has enough paid cycles without those that are disputed of others, which were merged into
 * it. The caller holds its lock.
 */
export async function isOwnedAnyway(tx: CommandTx, one: Subscription): Promise<boolean> {
  let disputedCycles = 0;
  for (const other of await mergedSubscriptions(tx, one)) {
    const units = { paid: other.quantity, units: one.quantity };
    const orderIds = await wholeCycles(tx, other);
    const disputes = await countDisputes(
      tx,
      orderIds.flatMap((id) => id ?? []),
    );
    const { length } = orderIds;
    disputedCycles += cyclesForUnits(length, units) - cyclesForUnits(length - disputes, units);
  }
  if (disputedCycles === 0) return true;
  const { unrefunded } = await countCycles(readerOf(tx), one);
  return unrefunded - disputedCycles >= (one.ownAfterCycles ?? 0);
}

/** The orders of its paid cycles, without one of which unused days were returned. */
async function wholeCycles(tx: CommandTx, other: Subscription): Promise<(string | null)[]> {
  return (await paidOrders(tx, other)).filter((id) => id === null || id !== other.cut?.orderId);
}

async function countDisputes(tx: CommandTx, orderIds: readonly string[]): Promise<number> {
  if (orderIds.length === 0 || !(await isAnyDisputed(tx, { kind: ORDER_KIND, ids: orderIds }))) return 0;
  let count = 0;
  for (const id of orderIds) if (await isAnyDisputed(tx, { kind: ORDER_KIND, ids: [id] })) count += 1;
  return count;
}
