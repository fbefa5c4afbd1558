import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { sessionQuery } from '../session/session.ts';
import { orderFiltersIn, orderQuery, ordersQuery } from './order-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/orders',
  validateSearch: orderFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { account } = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(ordersQuery(deps, account.timeZone)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

const orderRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/orders/$orderId',
  loader: ({ context, params }) => {
    context.queryClient.query(orderQuery(params.orderId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
});

/** The orders of the vendor. */
export const orderRoutes = [listRoute, orderRoute] as const;
