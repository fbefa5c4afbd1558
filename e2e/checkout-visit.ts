import { type CheckoutApi, ORDER_ID, RETURN_URL, TOKEN, interceptCheckout } from './checkout-api.ts';
import { intercept } from './interception.ts';
import { type Visit as VisitOf, type Visitor, visit } from './visit.ts';

/** The path where the order of `checkout-api.ts` is paid. */
export const CHECKOUT_PATH = `/checkout/${ORDER_ID}/${TOKEN}`;

/** A page of the shop; with an icon, so that the browser requests none. */
const SHOP = '<title>Shop</title><link rel="icon" href="data:," />Welcome back';

export type Visit = VisitOf<CheckoutApi>;

/** Visits the checkout of the order, with a shop to return to. */
export function visitCheckout(visitor: Visitor, walk: (visit: Visit) => Promise<void>): Promise<void> {
  const checkout = {
    name: 'checkout',
    path: CHECKOUT_PATH,
    intercept: async (page: Visit['page']) => {
      await intercept(page, [RETURN_URL], (route) => route.fulfill({ contentType: 'text/html', body: SHOP }));
      return interceptCheckout(page);
    },
  };
  return visit(visitor, checkout, walk);
}
