import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { trialFiltersIn, trialListQuery } from './trial-queries.ts';

/** The trials that applications have started. */
export const trialsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/trials',
  validateSearch: trialFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(trialListQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./trials-page.tsx'), 'TrialsPage'),
});
