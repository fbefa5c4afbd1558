import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { subscriptionFiltersIn, subscriptionQuery, subscriptionsQuery } from './subscription-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/subscriptions',
  validateSearch: subscriptionFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(subscriptionsQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./subscriptions-page.tsx'), 'SubscriptionsPage'),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/subscriptions/$subscriptionId',
  loader: ({ context, params }) => {
    context.queryClient.query(subscriptionQuery(params.subscriptionId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
});

/** The recurring sales of the vendor. */
export const subscriptionRoutes = [listRoute, subscriptionRoute] as const;
