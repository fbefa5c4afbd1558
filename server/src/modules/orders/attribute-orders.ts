import type { CommandTx } from '../accounts/index.ts';
import { giveOrders } from './store.ts';

/** Assigns completed orders without an owner to the customer who has proven the address that they were bought for. */
export function attributeOrders(
  tx: CommandTx,
  orderIds: readonly string[],
  customerId: string,
): Promise<void> {
  return giveOrders(tx, tx.account.id, orderIds, customerId);
}
