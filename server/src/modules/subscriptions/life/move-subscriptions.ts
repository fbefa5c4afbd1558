import type { CommandTx } from '../../accounts/index.ts';
import type { CustomerMerge } from '../../customers/index.ts';
import { hasAwaiting, moveSubscriptionRows } from '../store-sales.ts';

/**
 * Gives all subscriptions of a customer to the one into whom they are merged, inside that transaction, which holds the
 * locks of both; returns their number. They go on as they are, with their saved methods. If both had the free days of an
 * item, they are counted for one subscription only.
 */
export function moveSubscriptions(tx: CommandTx, { from, into }: CustomerMerge): Promise<number> {
  return moveSubscriptionRows(tx, tx.account.id, { from: from.id, into: into.id });
}

/** Whether a subscription of a customer waits for the proof of their address, whatever became of its licenses. */
export function hasSubscriptionAwaitingProof(tx: CommandTx, customerId: string): Promise<boolean> {
  return hasAwaiting(tx, tx.account.id, customerId);
}
