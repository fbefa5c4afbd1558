import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { rootRoute } from '../root-route.tsx';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { siteTexts } from '../page/site-texts.ts';

/** The search parameters of every page of the site. */
export interface SiteSearch {
  /** The language that a link requests. */
  readonly locale?: string | undefined;
  /** The page is in a frame of another one. */
  readonly embedded?: string;
  /** The cart of the embedding page. */
  readonly cart?: string;
}

/** The parent of the pages of shop and account: their language, and everything that all of them load. */
export const siteRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'site',
  validateSearch: ({ locale, embedded, cart }: Record<string, unknown>): SiteSearch => ({
    ...(typeof locale === 'string' && { locale }),
    ...(typeof embedded === 'string' && { embedded }),
    ...(typeof cart === 'string' && { cart }),
  }),
  // Links inside the site need not repeat them.
  search: { middlewares: [retainSearchParams(['locale', 'embedded'])] },
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ context, deps }) => {
    // The page reads the outcome, a refusal too, from the cache.
    context.queryClient.query(vendorQuery).catch(() => undefined);
    prepareTexts(deps.locale, [siteTexts]);
  },
  component: lazyRouteComponent(() => import('./site-layout.tsx'), 'SiteLayout'),
});

/** Any address that no other route has. */
export const notFoundRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
});
