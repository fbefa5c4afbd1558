import { getRouteApi } from '@tanstack/react-router';
import { CheckoutPage } from './checkout-page.tsx';

const route = getRouteApi('/checkout/$orderId/$token');

/** The page of the route, with the parameters of its address. */
export function CheckoutEntry() {
  const { orderId, token } = route.useParams();
  const { return: returnTo, locale } = route.useSearch();
  // Another order is a separate page: nothing entered or sent for one may affect the other.
  return (
    <CheckoutPage key={`${orderId} ${token}`} checkoutKey={{ orderId, token, returnTo }} locale={locale} />
  );
}
