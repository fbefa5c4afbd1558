import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { apiKeysQuery } from './api-key-queries.ts';

/** The keys with which other programs call the Core API. */
export const apiKeysRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/api-keys',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(apiKeysQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
});
