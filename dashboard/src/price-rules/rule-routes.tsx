import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import {
  codesQuery,
  couponQuery,
  couponsQuery,
  discountsQuery,
  offersQuery,
  promotionsQuery,
  ruleFiltersIn,
} from './rule-queries.ts';

const discountsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/discounts',
  validateSearch: ruleFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(discountsQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./discounts-page.tsx'), 'DiscountsPage'),
});

const offersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/offers',
  validateSearch: ruleFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.infiniteQuery(offersQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./offers-page.tsx'), 'OffersPage'),
});

const promotionsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/promotions',
  validateSearch: ruleFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.infiniteQuery(promotionsQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./promotions-page.tsx'), 'PromotionsPage'),
});

const couponsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/coupons',
  validateSearch: ruleFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.infiniteQuery(couponsQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./coupons-page.tsx'), 'CouponsPage'),
});

const couponRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/coupons/$couponId',
  loader: ({ context, params }) => {
    context.queryClient.query(couponQuery(params.couponId)).catch(() => undefined);
    context.queryClient.infiniteQuery(codesQuery(params.couponId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./coupon-page.tsx'), 'CouponPage'),
});

/** What lowers prices. */
export const ruleRoutes = [discountsRoute, offersRoute, promotionsRoute, couponsRoute, couponRoute] as const;
