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

/**
 * Locks a subscription for a change. The order of its open renewal is locked first, as by a payment of it; throws if
 * another renewal has been opened between the two, and the command or job is tried again. Raises `NotFound`.
 */
export async function lockWithOrder(tx: CommandTx, id: string): Promise<LockedSubscription> {
  const before = await readSubscription(readerOf(tx), tx.account.id, id);
  if (before === undefined) throw notFound({ detail: `There is no subscription ${id}.` });
  const orderId = openOrder(await lastPeriod(tx, before));
  const isPayable = orderId !== null && (await lockForPayment(tx, orderId));
  const subscription = await lockSubscription(tx, tx.account.id, id);
  if (subscription === undefined) throw notFound({ detail: `There is no subscription ${id}.` });
  const period = await lastPeriod(tx, subscription);
  if (openOrder(period) !== orderId) throw new Error(`the renewal of subscription ${id} has changed`);
  return { subscription, period, isOpen: period.state === 'Open', isPayable };
}

function openOrder({ state, orderId }: Period): string | null {
  return state === 'Open' ? orderId : null;
}
