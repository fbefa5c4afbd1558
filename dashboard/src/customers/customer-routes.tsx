import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { sessionQuery } from '../session/session.ts';
import { customerFiltersIn, customerQuery, customersQuery } from './customer-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/customers',
  validateSearch: customerFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { account } = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(customersQuery(deps, account.timeZone)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
});

const customerRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/customers/$customerId',
  loader: ({ context, params }) => {
    context.queryClient.query(customerQuery(params.customerId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
});

/** The customers of the vendor. */
export const customerRoutes = [listRoute, customerRoute] as const;
