import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { productFiltersIn, productQuery, productsQuery } from './product-queries.ts';

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

/** What the vendor sells. */
export const productRoutes = [listRoute, productRoute] as const;
