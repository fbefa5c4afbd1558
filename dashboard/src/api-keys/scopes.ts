import type { components } from '@latchkey/sdk';

export type ApiScope = components['schemas']['ApiScope'];
type Scope = Exclude<ApiScope, '*'>;

/** The scopes by what they are about, in the order of the menu: all but those that only operators need. */
export const SCOPE_GROUPS = {
  customers: ['customers:read', 'customers:write', 'customers:email', 'customers:export', 'customers:view'],
  orders: ['orders:read', 'orders:write'],
  subscriptions: ['subscriptions:read', 'subscriptions:write'],
  licenses: ['licenses:read', 'licenses:write', 'trials:read', 'trials:write'],
  products: ['products:read', 'products:write', 'releases:read', 'releases:write'],
  codes: ['coupons:read', 'coupons:write', 'vouchers:read', 'vouchers:write'],
  events: ['events:read', 'webhooks:read', 'webhooks:write', 'jobs:read', 'jobs:write'],
  account: [
    'settings:read',
    'settings:write',
    'settings:mail',
    'settings:payments',
    'settings:close',
    'keys:write',
    'operators:read',
    'operators:write',
    'audit:read',
  ],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type ScopeGroup = keyof typeof SCOPE_GROUPS;

/** The names of the groups, in their order. */
export const GROUP_NAMES: readonly ScopeGroup[] = [
  'customers',
  'orders',
  'subscriptions',
  'licenses',
  'products',
  'codes',
  'events',
  'account',
];

/** Every scope, in the order of the groups. */
export const SCOPES: readonly Scope[] = GROUP_NAMES.flatMap((group) => [...SCOPE_GROUPS[group]]);

/** The scopes of a form, which has a yes or no by the name of each; `*` stands for all, also for later ones. */
export function chosenScopes(values: Readonly<Record<string, string | boolean>>): ApiScope[] {
  return values['*'] === true ? ['*'] : SCOPES.filter((scope) => values[scope] === true);
}

/** How long a key works, in days; `0`: until it is revoked. */
export const LIFETIMES = ['0', '30', '90', '365'] as const;

/** When a key ends that works for so many days from now on; `undefined`: never. */
export function endAfter(days: string, now: number): string | undefined {
  const count = Number(days);
  return count > 0 ? new Date(now + count * 86_400_000).toISOString() : undefined;
}
