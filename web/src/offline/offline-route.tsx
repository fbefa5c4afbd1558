import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { rootRoute } from '../root-route.tsx';
import { inOwnWindow } from '../site/own-window.ts';

/** `/activate`: the page that turns a device file into a license file. */
export const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate',
  loader: ({ context }) => {
    // The page reads the outcome, a refusal too, from the cache.
    context.queryClient.query(vendorQuery).catch(() => undefined);
  },
  component: inOwnWindow(lazyRouteComponent(() => import('./offline-page.tsx'), 'OfflinePage')),
});
