import type { Account } from '../../modules/accounts/index.ts';
import type { ReleasePurchases } from '../../modules/identity/index.ts';
import { releaseLicenses } from '../../modules/licensing/index.ts';
import { attributeOrders } from '../../modules/orders/index.ts';

/** Gives a customer, in the transaction in which they prove their email, what others have bought for it. */
export function releasePurchases(account: Account): ReleasePurchases {
  return async (tx, customer) => {
    const orderIds = await releaseLicenses(tx, account.id, customer);
    await attributeOrders(tx, account.id, orderIds, customer.id);
  };
}
