import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';
import { checkoutQuery } from './checkout-query.ts';

/** `/checkout/{orderId}?token=…`. The order is asked for while the page's code is on its way. */
export const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/checkout/$orderId',
  validateSearch: ({
    token,
    return: returnTo,
  }: Record<string, unknown>): { token?: string; return?: string } => ({
    ...(typeof token === 'string' && { token }),
    ...(typeof returnTo === 'string' && { return: returnTo }),
  }),
  loaderDeps: ({ search }) => ({ token: search.token, returnTo: search.return }),
  loader: ({ context, params, deps }) => {
    if (deps.token === undefined) return;
    const query = checkoutQuery({ orderId: params.orderId, token: deps.token, returnTo: deps.returnTo });
    // The page reads the outcome, a refusal too, from the cache.
    context.queryClient.query(query).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./checkout-entry.tsx'), 'CheckoutEntry'),
});
