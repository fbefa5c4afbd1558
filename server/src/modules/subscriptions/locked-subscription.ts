import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { CommandTx } from '../accounts/index.ts';
import { lockForPayment, openOrdersOf } from '../orders/index.ts';
import { lastPeriod, lockSubscription, readSubscription } from './store.ts';
import type { Period, Subscription } from './tables.ts';

/** A subscription and the order of its open renewal, locked until the transaction ends. */
export interface LockedSubscription {
  readonly subscription: Subscription;
  /** Its last one. */
  readonly period: Period;
  /** Whether a renewal is open, … */
  readonly isOpen: boolean;
  /** … and can be paid now: no payment of it is on its way. */
  readonly isPayable: boolean;
  /** Whether the order of a change of its plan can be paid now. */
  readonly isChangePayable: boolean;
}

const MOST_LOOKS = 3;

/**
 * Locks a subscription for a change. The orders that it waits for are locked first, as by a payment of them: those of its
 * open renewal, of a change of its plan, and of a payoff. If there are others between the two, it looks again. Raises `NotFound`.
 */
export async function lockWithOrder(tx: CommandTx, id: string): Promise<LockedSubscription> {
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const before = await readSubscription(readerOf(tx), tx.account.id, id);
    if (before === undefined) break;
    const awaited = await ordersAwaited(tx, before, await lastPeriod(tx, before));
    const payable = new Set<string>();
    for (const orderId of awaited.toSorted()) if (await lockForPayment(tx, orderId)) payable.add(orderId);
    const subscription = await lockSubscription(tx, tx.account.id, id);
    if (subscription === undefined) break;
    const period = await lastPeriod(tx, subscription);
    if ((await ordersAwaited(tx, subscription, period)).join() === awaited.join()) {
      const isOpen = period.state === 'Open';
      const isPayable = isOpen && payable.has(period.orderId ?? '');
      const isChangePayable = payable.has(subscription.nextPlan?.orderId ?? '');
      return { subscription, period, isOpen, isPayable, isChangePayable };
    }
    if (look === MOST_LOOKS) throw new Error(`the renewal of subscription ${id} changes again and again`);
  }
  throw notFound({ detail: `There is no subscription ${id}.` });
}

/**
 * The same, and before it the subscription that it was merged into, if that has the smaller id: whoever changes both, or two
 * others, locks them in one order.
 */
export async function lockWithMerged(tx: CommandTx, id: string): Promise<LockedSubscription> {
  const { mergedInto = null } = (await readSubscription(readerOf(tx), tx.account.id, id)) ?? {};
  if (mergedInto !== null && mergedInto < id) await lockWithOrder(tx, mergedInto);
  return lockWithOrder(tx, id);
}

async function ordersAwaited(
  tx: CommandTx,
  { id, nextPlan, ownAfterCycles }: Subscription,
  { state, orderId }: Period,
): Promise<string[]> {
  const payoffs = ownAfterCycles === null ? [] : await openOrdersOf(tx, id, 'Payoff');
  const others = [state === 'Open' ? orderId : null, nextPlan?.orderId ?? null];
  return [...others.filter((order) => order !== null), ...payoffs.map((order) => order.id).toSorted()];
}
