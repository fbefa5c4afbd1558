import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { teamQuery } from './team-queries.ts';

/** The people who use the dashboard. */
export const teamRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/team',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(teamQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
});
