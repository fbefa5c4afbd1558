import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from './account/account-routes.tsx';
import { activationRoute } from './activation/activation-route.tsx';
import { buyRoute } from './buy/buy-route.tsx';
import { cartRoute } from './cart-page/cart-route.tsx';
import { brokenCheckoutRoute, checkoutRoute } from './checkout/checkout-route.tsx';
import type { LinkCode } from './mail-pages/link-code.ts';
import { mailRoutes } from './mail-pages/mail-routes.tsx';
import { offlineRoute } from './offline/offline-route.tsx';
import { redeemRoute } from './redeem/redeem-route.tsx';
import { rootRoute } from './root-route.tsx';
import { shopRoutes } from './shop/shop-routes.tsx';
import { notFoundRoute, siteRoute } from './site/site-route.tsx';
import { withdrawalRoute } from './withdrawal/withdrawal-route.tsx';

/** Every page of the web app, listed explicitly. `link` is the content of a mail link, if one led here. */
export function createAppRouter(queryClient: QueryClient, link: LinkCode | undefined) {
  return createRouter({
    routeTree: rootRoute.addChildren([
      siteRoute.addChildren([
        ...shopRoutes,
        cartRoute,
        buyRoute,
        ...accountRoutes,
        redeemRoute,
        withdrawalRoute,
        notFoundRoute,
      ]),
      checkoutRoute,
      brokenCheckoutRoute,
      activationRoute,
      offlineRoute,
      ...mailRoutes(link),
    ]),
    context: { queryClient },
    // Pointing at a link, or focusing it, preloads its page.
    defaultPreload: 'intent',
    // The requests of loaders have their own cache.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Search values are plain text: a token that looks like a number must stay unchanged.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      const text = new URLSearchParams(entries).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
