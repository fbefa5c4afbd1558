import type { components } from '@latchkey/sdk';
import { type Campaign, campaign } from './campaign.ts';
import { answer, customerApi } from './client.ts';
import { UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';

/** An unpaid order, with current prices. */
export type Cart = components['schemas']['Order'];
export type CartLine = Cart['items'][number];
export type LineInput = components['schemas']['OrderLineInput'] & { readonly id: string };

/** A partial change: absent fields stay unchanged. */
export interface CartPatch {
  readonly currency?: string;
  /** All lines of the cart. */
  readonly items?: LineInput[];
  /** The offer on the whole cart; null for none. */
  readonly offerId?: string | null;
}

const pathOf = (orderId: string) => ({ path: { orderId } });

/** Refused with 404 when the server no longer has it, and 403 `OrderOfAnotherCustomer`. */
export function fetchCart(orderId: string): Promise<Cart> {
  return answer(customerApi.GET('/api/customer/orders/{orderId}', { params: pathOf(orderId) }));
}

/**
 * Changes the cart, and creates it when the id is new. Refused with 400 and `errors` per line, 403
 * `OrderOfAnotherCustomer`, and 409 once it is paid or being paid.
 */
export function patchCart(orderId: string, body: CartPatch): Promise<Cart> {
  const query: Campaign = campaign();
  return answer(
    customerApi.PATCH('/api/customer/orders/{orderId}', { params: { ...pathOf(orderId), query }, body }),
  );
}

/** Refused with 400 `CouponNotUsable` and the reason, in a sentence for the buyer. */
export function applyCoupon(orderId: string, code: string): Promise<Cart> {
  const params = { ...pathOf(orderId), query: { code } };
  return answer(customerApi.PATCH('/api/customer/orders/{orderId}/coupon', { params }));
}

export function removeCoupon(orderId: string, code: string): Promise<Cart> {
  const params = { ...pathOf(orderId), query: { code } };
  return answer(customerApi.DELETE('/api/customer/orders/{orderId}/coupon', { params }));
}

/** The parts of the address of a checkout page. */
export interface CheckoutAddress {
  readonly orderId: string;
  readonly token: string;
}

/** The checkout page of a cart. Refused like a change, and with 409 when it is empty. */
export async function openCheckout(orderId: string, body: CartPatch = {}): Promise<CheckoutAddress> {
  const query = { ...campaign(), checkout: true };
  const { checkoutUrl } = await answer(
    customerApi.PATCH('/api/customer/orders/{orderId}', { params: { ...pathOf(orderId), query }, body }),
  );
  const token = URL.parse(checkoutUrl ?? '')
    ?.pathname.split('/')
    .at(-1);
  if (token === undefined) throw new UnexpectedAnswer('The order has no checkout URL.');
  return { orderId, token };
}
