import type { CommandTx } from '../accounts/index.ts';
import { deleteMethod } from '../payments/index.ts';
import { orphanMethods } from './store-orphan-methods.ts';

const AT_ONCE = 500;

/**
 * Deletes the methods that orders of a customer have saved and no subscription is charged to: payments of changes of a plan
 * once saved some that were never used.
 */
export async function dropOrphanMethodsOf(tx: CommandTx, customerId: string): Promise<void> {
  const ids = await orphanMethods(tx, { accountId: tx.account.id, customerId }, AT_ONCE);
  for (const id of ids) await deleteMethod(tx, id);
}
