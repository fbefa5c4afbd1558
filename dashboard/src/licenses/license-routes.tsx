import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { devicesQuery, licenseFiltersIn, licenseQuery, licensesQuery } from './license-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/licenses',
  validateSearch: licenseFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(licensesQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./licenses-page.tsx'), 'LicensesPage'),
});

const licenseRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/licenses/$licenseId',
  loader: ({ context, params }) => {
    context.queryClient.query(licenseQuery(params.licenseId)).catch(() => undefined);
    context.queryClient.query(devicesQuery(params.licenseId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./license-page.tsx'), 'LicensePage'),
});

/** The licenses that the vendor has issued. */
export const licenseRoutes = [listRoute, licenseRoute] as const;
