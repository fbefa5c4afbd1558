import type { ReleasePurchases, WaitingPurchases } from '../../modules/identity/index.ts';
import { productsAwaitingProof, releaseLicenses } from '../../modules/licensing/index.ts';
import { attributeOrders, isPurchasePending } from '../../modules/orders/index.ts';

/** Grants a customer, in the transaction in which they prove their email, everything that others have bought for it. */
export const releasePurchases: ReleasePurchases = async (tx, customer) => {
  const orderIds = await releaseLicenses(tx, customer);
  await attributeOrders(tx, orderIds, customer.id);
};

/** What others have bought, or are paying, for a customer: a link that confirms their email grants it. */
export const waitingPurchases: WaitingPurchases = {
  release: releasePurchases,
  exist: async (tx, customer) =>
    (await productsAwaitingProof(tx, customer)).length > 0 || isPurchasePending(tx, customer.emailKey),
};
