import { createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { vendorQuery } from '../api/vendor-query.ts';
import { rootRoute } from '../root-route.tsx';
import { siteLanguage } from '../texts/site-language.ts';

/** What every page of the site understands. */
export interface SiteSearch {
  /** The language that a link asks for. */
  readonly locale?: string | undefined;
  /** The page is in a frame of another one. */
  readonly embedded?: string;
  /** The cart of the page around the frame. */
  readonly cart?: string;
}

/** The parent of the pages of shop and account: their language, and what all of them load. */
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
    if (isGerman(deps.locale)) {
      Promise.all([import('../texts/site-de.ts'), import('../texts/shared-de.ts')]).catch(() => undefined);
    }
  },
  component: lazyRouteComponent(() => import('./site-layout.tsx'), 'SiteLayout'),
});

/** Whether a page is about to be in German, as far as that is clear before the vendor is loaded. */
export function isGerman(locale: string | undefined): boolean {
  return siteLanguage({ address: locale, account: undefined }).language === 'de';
}
