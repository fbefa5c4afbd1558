import { getRouteApi } from '@tanstack/react-router';
import { CheckoutPage } from './checkout-page.tsx';
import { UnknownOrderPage } from './status-pages.tsx';

const route = getRouteApi('/checkout/$orderId');

/** The page of the route, given what its address says. */
export function CheckoutEntry() {
  const { orderId } = route.useParams();
  const { token, return: returnTo } = route.useSearch();
  if (token === undefined || token === '') return <UnknownOrderPage />;
  // Another order is another page: nothing entered or sent for one may reach the other.
  return <CheckoutPage key={`${orderId} ${token}`} checkoutKey={{ orderId, token, returnTo }} />;
}
