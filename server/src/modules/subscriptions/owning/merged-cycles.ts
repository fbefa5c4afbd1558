import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { ORDER_KIND } from '../../orders/index.ts';
import { isAnyDisputed } from '../../payments/index.ts';
import { cyclesForUnits } from '../domain/milestones.ts';
import { countCycles } from '../store.ts';
import { mergedSubscriptions, noteMergedCycles } from '../store-merges.ts';
import type { Subscription } from '../tables.ts';
import type { PaidCycle } from '../store-milestones.ts';
import { paidCyclesOf } from './paid-cycles.ts';

/** How many of its own paid cycles count for another one, for whose units they were paid. */
export async function cyclesFor(tx: CommandTx, one: Subscription, other: Subscription): Promise<number> {
  return cyclesForUnits(unitsOf(other, await uncutCycles(tx, other)), one.quantity);
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
    const cycles = await uncutCycles(tx, other);
    const undisputed = await undisputedCycles(tx, cycles);
    disputedCycles +=
      cyclesForUnits(unitsOf(other, cycles), one.quantity) -
      cyclesForUnits(unitsOf(other, undisputed), one.quantity);
  }
  if (disputedCycles === 0) return true;
  const { ofAllUnits } = await countCycles(readerOf(tx), one);
  return ofAllUnits - disputedCycles >= (one.ownAfterCycles ?? 0);
}

/** For how many units each cycle was paid. */
function unitsOf({ quantity }: Pick<Subscription, 'quantity'>, cycles: readonly PaidCycle[]): number[] {
  return cycles.map(({ units }) => units ?? quantity);
}

/** Its paid cycles, without one of which unused days were returned. */
async function uncutCycles(tx: CommandTx, other: Subscription): Promise<PaidCycle[]> {
  const cycles = await paidCyclesOf(tx, other);
  return cycles.filter(({ orderId }) => orderId === null || orderId !== other.cut?.orderId);
}

async function undisputedCycles(tx: CommandTx, cycles: readonly PaidCycle[]): Promise<readonly PaidCycle[]> {
  const ids = cycles.flatMap(({ orderId }) => orderId ?? []);
  if (ids.length === 0 || !(await isAnyDisputed(tx, { kind: ORDER_KIND, ids }))) return cycles;
  const undisputed: PaidCycle[] = [];
  for (const cycle of cycles)
    if (cycle.orderId === null || !(await isAnyDisputed(tx, { kind: ORDER_KIND, ids: [cycle.orderId] })))
      undisputed.push(cycle);
  return undisputed;
}
