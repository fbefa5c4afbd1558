import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { browserSession } from '../api/browser-session.ts';
import { rootRoute } from '../root-route.tsx';
import { isFramed } from '../embedding/embedder.ts';
import { inOwnWindow } from '../site/own-window.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { activationTexts } from './activation-texts.ts';
import { identityTexts } from '../identity/identity-texts.ts';
import { localeIn, prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { siteTexts } from '../page/site-texts.ts';
import { activationQuery } from './activation-query.ts';

/**
 * `/activate/{id}`: the page to which an application sends its user. All data is requested while the page's code loads.
 */
export const activationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate/$activationId',
  loader: ({ context, params, location }) => {
    prepareTexts(localeIn(location.searchStr), [siteTexts]);
    if (isFramed()) return;
    prepareTexts(localeIn(location.searchStr), [activationTexts, identityTexts]);
    const customerId = browserSession.state().signedIn?.id;
    // The page reads the outcomes, refusals too, from the cache.
    context.queryClient.query(activationQuery(params.activationId, customerId)).catch(() => undefined);
    context.queryClient.query(vendorQuery).catch(() => undefined);
  },
  component: inOwnWindow(lazyRouteComponent(() => import('./activation-page.tsx'), 'ActivationEntry')),
});
