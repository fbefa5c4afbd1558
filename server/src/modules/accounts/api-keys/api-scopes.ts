/** The permissions of an API key, and those of which the roles of operators are made; `*` allows everything. */
export const API_SCOPES = [
  'customers:read',
  'customers:write',
  // Another email address of a customer: with it, a password can be reset.
  'customers:email',
  // Everything that is stored about a customer, in one file.
  'customers:export',
  // The account of a customer as they see it, read-only, for half an hour.
  'customers:view',
  'licenses:read',
  'licenses:write',
  'trials:read',
  'trials:write',
  'products:read',
  'products:write',
  'releases:read',
  'releases:write',
  'orders:read',
  'orders:write',
  'subscriptions:read',
  'subscriptions:write',
  // Of operators: another price for everybody who has subscribed to a variation; they all get a mail.
  'subscriptions:prices',
  // Of operators: subscriptions with any price and saved payment method, which is charged at the end of what is paid.
  'subscriptions:import',
  'vouchers:read',
  'vouchers:write',
  'coupons:read',
  'coupons:write',
  'settings:read',
  'settings:write',
  // Where mails come from and where their links lead: sender, pages and domains.
  'settings:mail',
  // The keys of the payment provider: whose account the money of buyers goes to.
  'settings:payments',
  // Closing a store, which can make licenses work without it permanently.
  'settings:close',
  // The keys that sign license tokens.
  'keys:write',
  // The people who use the dashboard: with it, somebody may be let in, and others shut out.
  'operators:read',
  'operators:write',
  'audit:read',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  // Background work that failed too often; its errors may name people.
  'jobs:read',
  'jobs:write',
] as const;

/** What only the roles of operators need, beside the scope of the route: an API key does the same without. */
export const OPERATOR_SCOPES: readonly ApiScope[] = ['subscriptions:prices', 'subscriptions:import'];

export type ApiScope = (typeof API_SCOPES)[number];

/** Whether a key with these scopes may do what `scope` names. */
export function allowsScope(granted: readonly string[], scope: ApiScope): boolean {
  return granted.includes('*') || granted.includes(scope);
}

/** Whether an API key can have this scope. */
export function isGrantableScope(text: string): boolean {
  return text === '*' || API_SCOPES.some((scope) => scope === text);
}

/** The maximum number of hours for which the secret of an API key keeps working after its replacement. */
export const MAX_OVERLAP_HOURS = 720;
