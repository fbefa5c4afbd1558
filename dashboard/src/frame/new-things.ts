import { mayDo, type Session } from '../session/session.ts';
import type { DashboardTexts } from '../texts/dashboard-en.ts';

/** Something that the search can begin: the page and its dialog, and the scopes that it needs. */
export interface NewThing {
  readonly key: keyof DashboardTexts['palette']['add'];
  readonly to: `/${string}#new`;
  readonly scopes: readonly string[];
}

const NEW_THINGS: readonly NewThing[] = [
  { key: 'product', to: '/products#new', scopes: ['products:write'] },
  { key: 'bundle', to: '/bundles#new', scopes: ['products:write'] },
  { key: 'license', to: '/licenses#new', scopes: ['licenses:write', 'products:read'] },
  { key: 'discount', to: '/discounts#new', scopes: ['products:write'] },
  { key: 'offer', to: '/offers#new', scopes: ['products:write'] },
  { key: 'promotion', to: '/promotions#new', scopes: ['products:write'] },
  { key: 'coupon', to: '/coupons#new', scopes: ['coupons:write'] },
  { key: 'vouchers', to: '/vouchers#new', scopes: ['vouchers:write', 'products:read'] },
  { key: 'webhook', to: '/webhooks#new', scopes: ['webhooks:write'] },
  { key: 'operator', to: '/team#new', scopes: ['operators:write'] },
];

/** What the role of a session may begin. */
export function newThingsOf(session: Pick<Session, 'scopes'>): readonly NewThing[] {
  return NEW_THINGS.filter(({ scopes }) => scopes.every((scope) => mayDo(session, scope)));
}
