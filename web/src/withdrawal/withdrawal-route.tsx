import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inOwnWindow } from '../site/own-window.ts';
import { siteRoute } from '../site/site-route.tsx';
import { withdrawalTexts } from './withdrawal-texts.ts';

function orderSearch({ order }: Record<string, unknown>): { readonly order?: string } {
  return typeof order === 'string' ? { order } : {};
}

/** Withdraws from a purchase, without signing in: `/withdraw`, with the number of an order from a mail. */
export const withdrawalRoute = createRoute({
  getParentRoute: () => siteRoute,
  path: '/withdraw',
  validateSearch: orderSearch,
  loaderDeps: ({ search }) => ({ locale: search.locale }),
  loader: ({ deps }) => {
    prepareTexts(deps.locale, [withdrawalTexts]);
  },
  component: inOwnWindow(lazyRouteComponent(() => import('./withdrawal-page.tsx'), 'WithdrawalPage')),
});
