import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { licenseKeysQuery } from './license-key-queries.ts';

/** The keys that sign license tokens. */
export const licenseKeysRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/license-keys',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(licenseKeysQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./license-keys-page.tsx'), 'LicenseKeysPage'),
});
