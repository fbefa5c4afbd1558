import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { buyTexts } from './buy-texts.ts';
import { siteRoute } from '../site/site-route.tsx';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';

interface BuySearch {
  /** Default: the default variation. */
  readonly variation?: string;
  /** The license that the purchase changes, for its owner. */
  readonly license?: string;
}

function buySearch({ variation, license }: Record<string, unknown>): BuySearch {
  return {
    ...(typeof variation === 'string' && { variation }),
    ...(typeof license === 'string' && { license }),
  };
}

/** Buys what a link names: `/buy/{productId}`. */
export const buyRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/buy/$productId',
  validateSearch: buySearch,
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ deps }) => {
    prepareTexts(deps.locale, [buyTexts]);
  },
  component: lazyRouteComponent(() => import('./buy-page.tsx'), 'BuyPage'),
});
