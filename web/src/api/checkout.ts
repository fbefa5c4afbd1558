import type { components } from '@latchkey/sdk';
import { answer, customerApi, visitorApi } from './client.ts';
import { UnexpectedAnswer } from '@latchkey/ui/failures/failures.ts';
import { queryOptions } from '@tanstack/react-query';

export type Checkout = components['schemas']['Checkout'];
export type CheckoutLine = components['schemas']['CheckoutLine'];
export type WithdrawnLine = components['schemas']['WithdrawnLine'];

/** The terms that the buyer agreed to, sent with every payment. */
export type Payment = Required<Pick<components['schemas']['Payment'], 'due' | 'currency' | 'fingerprint'>> &
  components['schemas']['Payment'];

/** The buyer's place, as far as it was entered. */
export type CheckoutQuote = components['schemas']['CheckoutQuote'];

/** The order, and the secret of its checkout link. */
export interface CheckoutKey {
  readonly orderId: string;
  readonly token: string;
  /**
   * The page to which the shop wants the buyer to return; the server checks that it is one of the account's return
   * URLs.
   */
  readonly returnTo?: string | undefined;
}

/** Refused with 404 when the order or the token is wrong, and when the link is too old: `CheckoutLinkExpired`. */
export function fetchCheckout(key: CheckoutKey, signal: AbortSignal): Promise<Checkout> {
  return answer(visitorApi.GET('/api/checkout/{orderId}/{token}', { params: paramsOf(key), signal }));
}

/** The order in the shop's API, available to anybody with its id: no data of the buyer. */
export function fetchOrder(orderId: string): Promise<components['schemas']['Order']> {
  return answer(visitorApi.GET('/api/customer/orders/{orderId}', { params: { path: { orderId } } }));
}

/**
 * Pays the order; safe to send again when the response was lost. Refused with 400 and `errors` per field, and with 409:
 * `OrderCompleted` when it has been paid before, `OrderChanged`, `PriceChanged`, `OrderEmpty`, `OrderTaken`,
 * `FreeLimitReached`, `PaymentsNotConfigured`, `PaymentsRefused`.
 */
export function payCheckout(key: CheckoutKey, payment: Payment): Promise<Checkout> {
  return answer(
    visitorApi.POST('/api/checkout/{orderId}/{token}/pay', { params: paramsOf(key), body: payment }),
  );
}

/** Changes the currency of the cart to one of the checkout's `currencies`. Refused with 409 once it is being paid. */
export function changeCurrency(key: CheckoutKey, currency: string): Promise<Checkout> {
  return answer(
    visitorApi.POST('/api/checkout/{orderId}/{token}/currency', {
      params: paramsOf(key),
      body: { currency },
    }),
  );
}

/** Changes the quantity of a line; 0 removes it. Refused with 400 if it is not sold so often, and with 409 once it is paid. */
export function changeLine(key: CheckoutKey, lineId: string, quantity: number): Promise<Checkout> {
  const { path, query } = paramsOf(key);
  return answer(
    visitorApi.PATCH('/api/checkout/{orderId}/{token}/lines/{lineId}', {
      params: { path: { ...path, lineId }, query },
      body: { quantity },
    }),
  );
}

/** The order with the totals for a buyer's place; stores nothing. Refused with 400 for an invalid tax id. */
export function quoteCheckout(key: CheckoutKey, body: CheckoutQuote, signal: AbortSignal): Promise<Checkout> {
  return answer(
    visitorApi.POST('/api/checkout/{orderId}/{token}/quote', { params: paramsOf(key), body, signal }),
  );
}

/** Enters a coupon. Refused with 400 `CouponNotUsable` and the reason, and with 409 once the order is being paid. */
export function applyCoupon(key: CheckoutKey, code: string): Promise<Checkout> {
  return answer(
    visitorApi.POST('/api/checkout/{orderId}/{token}/coupon', { params: paramsOf(key), body: { code } }),
  );
}

export function removeCoupon(key: CheckoutKey, code: string): Promise<Checkout> {
  return answer(
    visitorApi.DELETE('/api/checkout/{orderId}/{token}/coupon', { params: paramsOf(key), body: { code } }),
  );
}

/** The buyer has returned from the payment provider, which is then queried for the state of the payment. */
export function returnToCheckout(key: CheckoutKey): Promise<Checkout> {
  return answer(visitorApi.POST('/api/checkout/{orderId}/{token}/return', { params: paramsOf(key) }));
}

/** The buyer cancels the pending payment: the order reopens, unless it was paid in the meantime. */
export function cancelPayment(key: CheckoutKey): Promise<Checkout> {
  return answer(visitorApi.POST('/api/checkout/{orderId}/{token}/cancel', { params: paramsOf(key) }));
}

/** The address of the order's receipt, once it is issued, for the buyer who paid with this link. */
export function receiptUrl({ orderId, token }: CheckoutKey): string {
  return `/api/checkout/${encodeURIComponent(orderId)}/${encodeURIComponent(token)}/receipt.pdf`;
}

/**
 * The URL of the checkout for the signed-in customer, who then owns a guest's cart. Refused with 403
 * `OrderOfAnotherCustomer`.
 */
export async function fetchCheckoutUrl(orderId: string): Promise<URL> {
  const { checkoutUrl } = await answer(
    customerApi.GET('/api/customer/orders/{orderId}', {
      params: { path: { orderId }, query: { checkout: true } },
    }),
  );
  const url = URL.parse(checkoutUrl ?? '');
  if (url === null) throw new UnexpectedAnswer('The order has no checkout URL.');
  return url;
}

function paramsOf({ orderId, token, returnTo }: CheckoutKey) {
  return { path: { orderId, token }, query: returnTo === undefined ? {} : { return: returnTo } };
}

/** The state of one checkout, shared by the route's loader and the page. */
export function checkoutQuery(key: CheckoutKey) {
  return queryOptions({
    queryKey: ['checkout', key.orderId, key.token, key.returnTo],
    queryFn: ({ signal }) => fetchCheckout(key, signal),
  });
}
