import { queryOptions } from '@tanstack/react-query';
import { type CheckoutKey, fetchCheckout } from '../api/checkout.ts';

/** The state of one checkout, shared by the route's loader and the page. */
export function checkoutQuery(key: CheckoutKey) {
  return queryOptions({
    queryKey: ['checkout', key.orderId, key.token, key.returnTo],
    queryFn: ({ signal }) => fetchCheckout(key, signal),
  });
}
