import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { licenseKeysQuery } from './license-key-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/license-keys',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(licenseKeysQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./license-keys-page.tsx'), 'LicenseKeysPage'),
});

/** The keys that sign license tokens. */
export const licenseKeyRoutes = [listRoute] as const;
