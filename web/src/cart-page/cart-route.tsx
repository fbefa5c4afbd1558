import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { sumsTexts } from '../order-sums/sums-texts.ts';
import { prepareShop } from '../shop/shop-routes.tsx';
import { siteRoute } from '../site/site-route.tsx';

/** The cart of this browser. */
export const cartRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/cart',
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ context, deps }) => {
    prepareShop(context, deps.locale);
    prepareTexts(deps.locale, [sumsTexts]);
  },
  component: lazyRouteComponent(() => import('./cart-page.tsx'), 'CartPage'),
});
