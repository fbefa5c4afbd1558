import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { activationRoute } from './activation/activation-route.tsx';
import { brokenCheckoutRoute, checkoutRoute } from './checkout/checkout-route.tsx';
import { offlineRoute } from './offline/offline-route.tsx';
import { rootRoute } from './root-route.tsx';

const routeTree = rootRoute.addChildren([checkoutRoute, brokenCheckoutRoute, activationRoute, offlineRoute]);

/** Every page of the web app, listed by hand. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // Search values are plain text: a token that looks like a number must stay what it is.
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
