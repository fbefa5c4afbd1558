import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';
import { outcomeTexts } from './outcome-texts.ts';
import { billingRules } from './billing.ts';
import { checkoutTexts } from './checkout-texts.ts';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { sumsTexts } from '../order-sums/sums-texts.ts';
import { cartRecord } from '../cart/cart-record.ts';
import { siteTexts } from '../page/site-texts.ts';
import { checkoutQuery } from '../api/checkout.ts';

/** `/checkout/{orderId}/{token}`. The order is requested while the page's code loads. */
export const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/$orderId/$token',
  validateSearch: ({ return: returnTo, locale, embedded }: Record<string, unknown>): CheckoutSearch => ({
    ...(typeof returnTo === 'string' && { return: returnTo }),
    ...(typeof locale === 'string' && { locale }),
    ...(typeof embedded === 'string' && { embedded }),
  }),
  loaderDeps: ({ search }) => ({ returnTo: search.return, locale: search.locale }),
  loader: ({ context, params, deps }) => {
    // The page reads the outcome, a refusal too, from the cache.
    context.queryClient
      .query(checkoutQuery({ ...params, returnTo: deps.returnTo }))
      .then(({ status, buyer }) => {
        if (status === 'Completed') prepareTexts(deps.locale, [outcomeTexts]);
        const isShown = buyer.addressNeeded === true || buyer.billing !== undefined;
        if (isShown) prepareTexts(deps.locale, [billingRules]);
      })
      .catch(() => undefined);
    // The buyer comes from the cart of this shop: the form is certainly needed.
    if (cartRecord()?.orderId === params.orderId) import('./checkout-stages.tsx').catch(() => undefined);
    prepareTexts(deps.locale, [checkoutTexts, sumsTexts, siteTexts]);
  },
  component: lazyRouteComponent(() => import('./checkout-entry.tsx'), 'CheckoutEntry'),
});

interface CheckoutSearch {
  readonly return?: string;
  /** The language that the shop requests. */
  readonly locale?: string;
  readonly embedded?: string;
}

/** An address without the secret, such as an old link that did not have it in the path. */
export const brokenCheckoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/$orderId',
  component: lazyRouteComponent(() => import('./dead-ends.tsx'), 'UnknownOrderPage'),
});
