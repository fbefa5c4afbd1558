import type { CommandTx } from '../accounts/index.ts';
import { deleteMethod, lockMethod } from '../payments/index.ts';
import { isMethodShared } from './store-links.ts';
import type { Subscription } from './tables.ts';

/**
 * Deletes the method that a subscription was charged to, here and at the provider, unless another subscription uses it.
 * The caller holds its lock, and has written what it is charged to now.
 */
export async function dropMethod(
  tx: CommandTx,
  subscription: Pick<Subscription, 'accountId' | 'id' | 'methodId'>,
): Promise<void> {
  const { methodId } = subscription;
  if (methodId === null) return;
  // Of two subscriptions that end at the same time, the second one sees that nothing uses it any more.
  await lockMethod(tx, methodId);
  if (!(await isMethodShared(tx, subscription))) await deleteMethod(tx, methodId);
}
