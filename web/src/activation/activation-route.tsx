import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { browserSession } from '../api/browser-session.ts';
import { rootRoute } from '../root-route.tsx';
import { isFramed } from '../checkout/embedder.ts';
import { inOwnWindow } from '../site/own-window.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { activationQuery } from './activation-query.ts';

/**
 * `/activate/{id}`: the page to which an application sends its user. All data is requested while the page's code loads.
 */
export const activationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate/$activationId',
  loader: ({ context, params }) => {
    if (isFramed()) return;
    const customerId = browserSession.state().signedIn?.id;
    // The page reads the outcomes, refusals too, from the cache.
    context.queryClient.query(activationQuery(params.activationId, customerId)).catch(() => undefined);
    context.queryClient.query(vendorQuery).catch(() => undefined);
  },
  component: inOwnWindow(lazyRouteComponent(() => import('./activation-entry.tsx'), 'ActivationEntry')),
});
