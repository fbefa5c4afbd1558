import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { ownPasskeysQuery } from '../session/own-passkeys-query.ts';
import { ownCodesQuery } from './own-codes-query.ts';
import { ownSessionsQuery } from './own-sessions-query.ts';

/** How the reader gets in: their sessions. */
export const youRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/you',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(ownSessionsQuery).catch(() => undefined);
    context.queryClient.query(ownPasskeysQuery).catch(() => undefined);
    context.queryClient.query(ownCodesQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./you-page.tsx'), 'YouPage'),
});
