import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { prepareTexts } from '@latchkey/ui/texts/site-language.ts';
import { accountArea } from '../account/account-routes.tsx';
import { redeemTexts } from './redeem-texts.ts';

function codeSearch({ code }: Record<string, unknown>): { readonly code?: string } {
  return typeof code === 'string' ? { code } : {};
}

/** Redeems the code of a voucher. */
export const redeemRoute = createRoute({
  ...accountArea,
  loader: (match) => {
    accountArea.loader(match);
    prepareTexts(match.deps.locale, [redeemTexts]);
  },
  path: '/redeem',
  validateSearch: codeSearch,
  component: lazyRouteComponent(() => import('./redeem-page.tsx'), 'RedeemPage'),
});
