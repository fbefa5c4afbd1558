import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { domainsQuery } from './domain-queries.ts';

/** The domains that lead to the account. */
export const domainsRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/domains',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(domainsQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
});
