import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { jobsQuery } from './job-queries.ts';

/** Background work that failed too often. */
export const jobsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/jobs',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(jobsQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage'),
});
