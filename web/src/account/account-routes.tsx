import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { browserSession } from '../api/browser-session.ts';
import { inOwnWindow } from '../site/own-window.ts';
import { siteRoute } from '../site/site-route.tsx';
import { accountTexts } from './account-texts.ts';
import { ordersTexts } from './orders-texts.ts';
import { subscriptionsTexts } from './subscriptions-texts.ts';
import { detailsTexts } from './details-texts.ts';
import { deviceTexts } from '../devices/device-texts.ts';
import { identityTexts } from '../identity/identity-texts.ts';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';

interface Next {
  /** The path of this site to open after signing in. */
  readonly next?: string;
}

/** The search of pages to sign in. */
function nextSearch({ next }: Record<string, unknown>): Next {
  return typeof next === 'string' ? { next } : {};
}

/** What all pages of the area share: their texts, and the sign-in panel, load with their code. */
export const accountArea = {
  getParentRoute: () => siteRoute,
  loaderDeps: ({ search }: { readonly search: { readonly locale?: string | undefined } }) => ({
    locale: search.locale,
  }),
  loader: ({ deps }: { readonly deps: { readonly locale: string | undefined } }) => {
    prepareTexts(deps.locale, [accountTexts]);
    if (browserSession.state().signedIn !== undefined) return;
    prepareTexts(deps.locale, [identityTexts]);
    import('./sign-in-panel.tsx').catch(() => undefined);
  },
} as const;

const signInRoute = createRoute({
  ...accountArea,
  path: '/sign-in',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  ...accountArea,
  path: '/sign-up',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignUpPage'),
});

const productsRoute = createRoute({
  ...accountArea,
  path: '/account',
  component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
});

const productRoute = createRoute({
  ...accountArea,
  loader: (match) => {
    accountArea.loader(match);
    prepareTexts(match.deps.locale, [deviceTexts]);
  },
  path: '/account/products/$productId',
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
});

/** The texts of orders load beside the code of their pages. */
const ordersArea = {
  ...accountArea,
  loader: (match) => {
    accountArea.loader(match);
    prepareTexts(match.deps.locale, [ordersTexts]);
  },
} as const satisfies typeof accountArea;

const ordersRoute = createRoute({
  ...ordersArea,
  path: '/account/orders',
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

const orderRoute = createRoute({
  ...ordersArea,
  path: '/account/orders/$orderId',
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
});

/** So do those of subscriptions. */
const subscriptionsArea = {
  ...accountArea,
  loader: (match) => {
    accountArea.loader(match);
    prepareTexts(match.deps.locale, [subscriptionsTexts]);
  },
} as const satisfies typeof accountArea;

const subscriptionsRoute = createRoute({
  ...subscriptionsArea,
  path: '/account/subscriptions',
  component: lazyRouteComponent(() => import('./subscriptions-page.tsx'), 'SubscriptionsPage'),
});

const subscriptionRoute = createRoute({
  ...subscriptionsArea,
  path: '/account/subscriptions/$subscriptionId',
  component: lazyRouteComponent(() => import('./subscription-page.tsx'), 'SubscriptionPage'),
});

const detailsRoute = createRoute({
  ...accountArea,
  loader: (match) => {
    accountArea.loader(match);
    prepareTexts(match.deps.locale, [detailsTexts, identityTexts]);
  },
  path: '/account/details',
  component: inOwnWindow(lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage')),
});

const viewRoute = createRoute({
  ...accountArea,
  path: '/account/view',
  component: inOwnWindow(lazyRouteComponent(() => import('./view-page.tsx'), 'ViewPage')),
});

/** The customer's own pages. */
export const accountRoutes = [
  signInRoute,
  signUpRoute,
  productsRoute,
  productRoute,
  ordersRoute,
  orderRoute,
  subscriptionsRoute,
  subscriptionRoute,
  detailsRoute,
  viewRoute,
] as const;
