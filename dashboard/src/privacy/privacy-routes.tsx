import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { serverQuery } from '../settings/server-queries.ts';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { settingsQuery } from '../settings/settings-queries.ts';

/** What is stored about customers, for how long, and what they are told. */
export const privacyRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/privacy',
  loader: ({ context: { queryClient } }) => {
    // The page shows how they end, a failure too.
    queryClient.query(settingsQuery).catch(() => undefined);
    queryClient.query(serverQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./privacy-page.tsx'), 'PrivacyPage'),
});
