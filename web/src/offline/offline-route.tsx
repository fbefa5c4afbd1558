import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { rootRoute } from '../root-route.tsx';
import { inOwnWindow } from '../site/own-window.ts';
import { deviceTexts } from '../devices/device-texts.ts';
import { identityTexts } from '../identity/identity-texts.ts';
import { localeIn, prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { siteTexts } from '../page/site-texts.ts';

/** `/activate`: the page that turns a device file into a license file. */
export const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate',
  loader: ({ context, location }) => {
    prepareTexts(localeIn(location.searchStr), [siteTexts, deviceTexts, identityTexts]);
    // The page reads the outcome, a refusal too, from the cache.
    context.queryClient.query(vendorQuery).catch(() => undefined);
  },
  component: inOwnWindow(lazyRouteComponent(() => import('./offline-page.tsx'), 'OfflinePage')),
});
