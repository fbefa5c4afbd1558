import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { CommandTx } from '../accounts/index.ts';
import { lockForPayment } from '../orders/index.ts';
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
}

const MOST_LOOKS = 3;

/**
 * Locks a subscription for a change. The order of its open renewal is locked first, as by a payment of it; if another
 * renewal is opened between the two, it looks again. Raises `NotFound`.
 */
export async function lockWithOrder(tx: CommandTx, id: string): Promise<LockedSubscription> {
  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const before = await readSubscription(readerOf(tx), tx.account.id, id);
    if (before === undefined) break;
    const orderId = openOrder(await lastPeriod(tx, before));
    const isPayable = orderId !== null && (await lockForPayment(tx, orderId));
    const subscription = await lockSubscription(tx, tx.account.id, id);
    if (subscription === undefined) break;
    const period = await lastPeriod(tx, subscription);
    if (openOrder(period) === orderId)
      return { subscription, period, isOpen: period.state === 'Open', isPayable };
    if (look === MOST_LOOKS) throw new Error(`the renewal of subscription ${id} changes again and again`);
  }
  throw notFound({ detail: `There is no subscription ${id}.` });
}

function openOrder({ state, orderId }: Period): string | null {
  return state === 'Open' ? orderId : null;
}
