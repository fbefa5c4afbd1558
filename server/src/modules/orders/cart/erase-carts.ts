import type { CommandTx } from '../../accounts/index.ts';
import { forgetCoupons } from '../../coupons/index.ts';
import { holdsMoney } from '../../payments/index.ts';
import { orderSubject } from '../purchase/order-subject.ts';
import { deleteOrder, deletePurchases, lockUnpaidOrders } from '../order/store.ts';

/**
 * Deletes the carts of a customer with all data entered into them, inside the transaction that erases the customer. A
 * cart with a pending payment stays, because its money has to buy something.
 */
export async function eraseCarts(tx: CommandTx, customerId: string): Promise<void> {
  for (const { accountId, id } of await lockUnpaidOrders(tx, tx.account.id, customerId)) {
    if (await holdsMoney(tx, accountId, orderSubject({ id }))) continue;
    await forgetCoupons(tx, accountId, id);
    await deletePurchases(tx, accountId, id);
    await deleteOrder(tx, accountId, id);
  }
}
