import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';
import { checkoutQuery } from './checkout-query.ts';

/** `/checkout/{orderId}/{token}`. The order is requested while the page's code loads. */
export const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/$orderId/$token',
  validateSearch: ({ return: returnTo }: Record<string, unknown>): { return?: string } =>
    typeof returnTo === 'string' ? { return: returnTo } : {},
  loaderDeps: ({ search }) => ({ returnTo: search.return }),
  loader: ({ context, params, deps }) => {
    // The page reads the outcome, a refusal too, from the cache.
    context.queryClient.query(checkoutQuery({ ...params, ...deps })).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./checkout-entry.tsx'), 'CheckoutEntry'),
});

/** An address without the secret, such as that of an old link, from before the secret was in the path. */
export const brokenCheckoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/$orderId',
  component: lazyRouteComponent(() => import('./checkout-entry.tsx'), 'BrokenCheckoutEntry'),
});
