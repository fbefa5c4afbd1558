import { orderOfAnotherCustomer } from '../problems.ts';
import type { Order, PurchaseRow } from '../tables.ts';
import type { CheckoutLink } from './checkout-links.ts';

/**
 * The audience of a cart's prices. Billing details are personal, and taxes reveal them: they count for the owner (and
 * the vendor), but not for a visitor, who may know only the id.
 */
export type Audience = 'Owner' | 'Visitor';

/** The caller of an order: a signed-in customer, the holder of a checkout link, or, with neither, a visitor. */
export interface Caller {
  readonly customerId?: string | undefined;
  readonly link?: CheckoutLink | undefined;
}

/** The audience of a caller: only a customer, or the link of one, can be the owner. */
export function audienceOf(
  { customerId: owner }: Pick<Order, 'customerId'>,
  { customerId, link }: Caller,
): Audience {
  const caller = link?.buyer.kind === 'Customer' ? link.buyer.customerId : customerId;
  return owner !== null && owner === caller ? 'Owner' : 'Visitor';
}

/** Raises `OrderOfAnotherCustomer` for a customer other than the one the order belongs to. */
export function refuseAnother(order: Pick<Order, 'customerId'>, customerId: string | undefined): void {
  const isOpenTo = order.customerId === null || customerId === undefined || order.customerId === customerId;
  if (!isOpenTo) throw orderOfAnotherCustomer();
}

/**
 * Whether a payment with this link is for the buyer that its page names: the customer it was created for, a guest, or,
 * with a stranger's link, the customer who already owned the order.
 */
export function mayPay({ customerId }: Pick<Order, 'customerId'>, { buyer }: CheckoutLink): boolean {
  if (buyer.kind === 'Customer') return buyer.customerId === customerId;
  return (buyer.kind === 'Guest') === (customerId === null);
}

/** Whether a payment belongs to the holder of the link: this link started it, or another one of the same customer. */
export function isPayerOf({ buyer }: Pick<PurchaseRow, 'buyer'>, link: CheckoutLink): boolean {
  if (buyer.linkId === link.id) return true;
  const isOfCustomer = link.buyer.kind === 'Customer' && link.buyer.customerId === buyer.customerId;
  return isOfCustomer && buyer.payer === undefined;
}

/**
 * Whether the holder of the link may cancel the pending payment of an order: the person who pays it, and the customer
 * who owns the order, so that nobody with its id can keep the owner from paying.
 */
export function mayCancelPayment(
  { status, customerId }: Pick<Order, 'status' | 'customerId'>,
  purchase: Pick<PurchaseRow, 'buyer'>,
  link: CheckoutLink,
): boolean {
  if (status !== 'PaymentProcessing') return false;
  const isOwners = link.buyer.kind === 'Customer' && link.buyer.customerId === customerId;
  return isOwners || isPayerOf(purchase, link);
}
