import type { CommandTx } from '../accounts/index.ts';
import { countedKeys } from './customer-keys.ts';
import * as store from './store-uses.ts';

/**
 * Counts the uses of orders for the customer who proved the address they were bought for, and no longer for the address
 * that the guest typed. This can exceed a customer's maximum; then none is left for them, because the orders are
 * theirs.
 */
export async function giveUses(
  tx: CommandTx,
  orderIds: readonly string[],
  owner: { readonly customerId: string; readonly emailKey: string | undefined },
): Promise<void> {
  const { id: accountId } = tx.account;
  const keys = countedKeys(tx, owner);
  for (const orderId of orderIds.toSorted())
    for (const use of await store.usesOfOrder(tx, accountId, orderId)) {
      const { couponId, customerKeys: before } = use;
      if (use.status !== 'Used' || use.isBeyondLimit) continue;
      for (const customerKey of before) await store.uncountCustomer(tx, { accountId, couponId, customerKey });
      for (const customerKey of keys)
        await store.countCustomer(tx, { accountId, couponId, customerKey }, null);
      await store.writeUse(tx, use, { customerKeys: keys });
    }
}

/**
 * Counts the uses of orders for a further customer, too, to whom these orders belong now: another one was merged into
 * them, and keeps what was counted. As above, this can exceed a maximum.
 */
export async function shareUses(
  tx: CommandTx,
  orderIds: readonly string[],
  owner: { readonly customerId: string; readonly emailKey: string },
): Promise<void> {
  const { id: accountId } = tx.account;
  const keys = countedKeys(tx, owner);
  for (const use of await store.usesOfOrders(tx, accountId, orderIds)) {
    const { couponId, customerKeys: before } = use;
    const added = keys.filter((key) => !before.includes(key));
    if (use.status === 'Returned' || use.isBeyondLimit || added.length === 0) continue;
    for (const customerKey of added)
      await store.countCustomer(tx, { accountId, couponId, customerKey }, null);
    await store.writeUse(tx, use, { customerKeys: [...before, ...added].toSorted() });
  }
}
