import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedOut } from '../api/client.ts';
import { rootRoute } from '../root-route.tsx';
import { sessionQuery } from '../session/session.ts';

/** Everything for which somebody has to be signed in, in the frame with the menu. */
export const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  beforeLoad: async ({ context, location }): Promise<void> => {
    try {
      await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    } catch (failure) {
      if (!isSignedOut(failure)) throw failure;
      redirect({
        to: '/sign-in',
        search: { next: location.pathname + location.searchStr },
        throw: true,
      });
    }
  },
  component: lazyRouteComponent(() => import('./frame.tsx'), 'Frame'),
});
