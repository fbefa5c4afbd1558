import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountArea } from '../account/account-routes.tsx';

function codeSearch({ code }: Record<string, unknown>): { readonly code?: string } {
  return typeof code === 'string' ? { code } : {};
}

/** Redeems the code of a voucher. */
export const redeemRoute = createRoute({
  ...accountArea,
  path: '/redeem',
  validateSearch: codeSearch,
  component: lazyRouteComponent(() => import('./redeem-page.tsx'), 'RedeemPage'),
});
