import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { deliveriesQuery, deliveryFiltersIn, webhookQuery, webhooksQuery } from './webhook-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(webhooksQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/webhooks/$webhookId',
  validateSearch: deliveryFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    context.queryClient.query(webhookQuery(params.webhookId)).catch(() => undefined);
    context.queryClient.infiniteQuery(deliveriesQuery(params.webhookId, deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});

/** Where events are sent, and what arrived. */
export const webhookRoutes = [listRoute, webhookRoute] as const;
