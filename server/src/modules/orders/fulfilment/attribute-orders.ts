import type { CommandTx } from '../../accounts/index.ts';
import { giveUses } from '../../coupons/index.ts';
import { findCustomer } from '../../customers/index.ts';
import { assignOrders } from '../order/store.ts';

/**
 * Assigns completed orders without an owner to the customer who has proven the address that they were bought for,
 * including the uses of their coupons.
 */
export async function attributeOrders(
  tx: CommandTx,
  orderIds: readonly string[],
  customerId: string,
): Promise<void> {
  if (orderIds.length === 0) return;
  await assignOrders(tx, tx.account.id, orderIds, customerId);
  await tx.orders.recurring.attributed(tx, orderIds, customerId);
  const customer = await findCustomer(tx, customerId);
  await giveUses(tx, orderIds, { customerId, emailKey: customer?.emailKey });
}
