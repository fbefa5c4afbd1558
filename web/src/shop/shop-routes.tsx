import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { browserSession } from '../api/browser-session.ts';
import { bundleQuery, productQuery, storefrontQuery } from '../api/storefront.ts';
import { siteRoute } from '../site/site-route.tsx';
import { shopTexts } from './shop-texts.ts';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';

const getParentRoute = () => siteRoute;

/** The data for the pages of the shop is requested while their code loads; they read the outcome from the cache. */
export function prepareShop(
  { queryClient }: { readonly queryClient: QueryClient },
  locale: string | undefined,
): void {
  const customerId = currentCustomerId();
  queryClient.query(storefrontQuery(customerId)).catch(() => undefined);
  prepareTexts(locale, [shopTexts]);
}

function currentCustomerId(): string | undefined {
  return browserSession.state().signedIn?.id;
}

const shopRoute = createRoute({
  getParentRoute,
  path: '/shop',
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ context, deps }) => {
    prepareShop(context, deps.locale);
  },
  component: lazyRouteComponent(() => import('./shop-page.tsx'), 'ShopPage'),
});

const productRoute = createRoute({
  getParentRoute,
  path: '/shop/products/$productId',
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ context, deps, params }) => {
    prepareShop(context, deps.locale);
    context.queryClient.query(productQuery(params.productId, currentCustomerId())).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./item-page.tsx'), 'ProductPage'),
});

const bundleRoute = createRoute({
  getParentRoute,
  path: '/shop/bundles/$bundleId',
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ context, deps, params }) => {
    prepareShop(context, deps.locale);
    context.queryClient.query(bundleQuery(params.bundleId, currentCustomerId())).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./item-page.tsx'), 'BundlePage'),
});

/** The pages of the shop. */
export const shopRoutes = [shopRoute, productRoute, bundleRoute] as const;
