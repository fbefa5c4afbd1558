import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from './settings-frame-route.tsx';
import { serverQuery } from './server-queries.ts';
import { settingsQuery } from './settings-queries.ts';

/** What holds for the whole account. */
export const settingsRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(settingsQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

/** The version that runs, its backups and what it changed. */
export const serverRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/server',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(serverQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage'),
});
