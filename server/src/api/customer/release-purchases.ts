import type { ReleasePurchases } from '../../modules/identity/index.ts';
import { releaseLicenses } from '../../modules/licensing/index.ts';
import { attributeOrders } from '../../modules/orders/index.ts';

/** Grants a customer, in the transaction in which they prove their email, everything that others have bought for it. */
export const releasePurchases: ReleasePurchases = async (tx, customer) => {
  const orderIds = await releaseLicenses(tx, customer);
  await attributeOrders(tx, orderIds, customer.id);
};
