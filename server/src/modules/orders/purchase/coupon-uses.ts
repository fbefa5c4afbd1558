import type { CommandTx } from '../../accounts/index.ts';
import { type CouponBuyer, reserveCoupons, returnCoupons, useCoupons } from '../../coupons/index.ts';
import { emailKey, findCustomer, findCustomerByEmail } from '../../customers/index.ts';
import { appliedCoupons } from '../../pricing/index.ts';
import type { Buyer, Order, PurchaseRow } from '../tables.ts';

/**
 * Reserves the uses of the coupons that reduce the price of a payment, in the transaction that opens it. They count for
 * the customer and the address that the customer has proven, or for the address that a guest typed. `network` is that
 * of the client.
 */
export async function reserveOrderCoupons(
  tx: CommandTx,
  purchase: PurchaseRow,
  network: string | undefined,
): Promise<void> {
  const { orderId, paymentId, content, buyer } = purchase;
  const coupons = appliedCoupons(content.quote);
  if (coupons.length === 0) return;
  const ownerPayer = buyer.payer === undefined ? 'Customer' : 'Stranger';
  const payer = buyer.customerId === null ? 'Guest' : ownerPayer;
  await reserveCoupons(tx, {
    orderId,
    paymentId,
    currency: content.quote.currency,
    coupons,
    buyer: await couponBuyer(tx, buyer),
    payer,
    network,
  });
}

async function couponBuyer(tx: CommandTx, { customerId, billing }: Buyer): Promise<CouponBuyer> {
  if (customerId !== null) {
    const customer = await findCustomer(tx, customerId);
    return { customerId, emailKey: customer?.isEmailConfirmed === true ? customer.emailKey : undefined };
  }
  const { email = '' } = billing;
  const customer = await findCustomerByEmail(tx, email);
  return { customerId: customer?.id, typedEmailKey: emailKey(email) };
}

/** Makes the uses of the purchase that completes an order final. The caller holds the lock of the order. */
export async function useOrderCoupons(tx: CommandTx, order: Order, purchase: PurchaseRow): Promise<void> {
  const { orderId, paymentId, content } = purchase;
  // Not only those that it was paid with: another payment may hold some that were entered later.
  if (order.couponCodeIds.length === 0 && appliedCoupons(content.quote).length === 0) return;
  await useCoupons(tx, { orderId, paymentId });
}

/** Returns the uses that a failed payment of an order holds. The caller holds the lock of the order. */
export async function returnOrderCoupons(tx: CommandTx, order: Order, paymentId: string): Promise<void> {
  // While a payment is pending, the cart is frozen: without coupons it holds none.
  if (order.couponCodeIds.length > 0) await returnCoupons(tx, { orderId: order.id, paymentId });
}
