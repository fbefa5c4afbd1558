import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { productChoicesQuery } from '../api/choices.ts';
import { frameRoute } from '../frame/frame-route.tsx';
import { releaseFiltersIn } from './release-queries.ts';

/** The versions of each product. */
export const releasesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/releases',
  validateSearch: releaseFiltersIn,
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(productChoicesQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./releases-page.tsx'), 'ReleasesPage'),
});
