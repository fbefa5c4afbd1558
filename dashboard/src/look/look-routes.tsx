import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { settingsQuery } from '../settings/settings-queries.ts';

/** How pages and mails look. */
export const lookRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/look',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(settingsQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./look-page.tsx'), 'LookPage'),
});
