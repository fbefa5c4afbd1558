import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import {
  bundleQuery,
  bundlesQuery,
  productFiltersIn,
  productQuery,
  productsQuery,
} from './product-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/products',
  validateSearch: productFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.infiniteQuery(productsQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
});

const productRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/products/$productId',
  loader: ({ context, params }) => {
    context.queryClient.query(productQuery(params.productId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
});

const bundlesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/bundles',
  validateSearch: productFiltersIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    context.queryClient.infiniteQuery(bundlesQuery(deps)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./bundles-page.tsx'), 'BundlesPage'),
});

const bundleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/bundles/$bundleId',
  loader: ({ context, params }) => {
    context.queryClient.query(bundleQuery(params.bundleId)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./bundle-page.tsx'), 'BundlePage'),
});

/** What the vendor sells. */
export const productRoutes = [listRoute, productRoute, bundlesRoute, bundleRoute] as const;
