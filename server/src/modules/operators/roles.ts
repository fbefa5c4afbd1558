import { forbidden } from '../../kernel/problem.ts';
import { API_SCOPES, allowsScope, type ApiScope } from '../accounts/index.ts';

/** The roles of operators, most powerful first. */
export const ROLES = ['Owner', 'Admin', 'Support', 'Finance', 'Developer', 'ReadOnly'] as const;

export type Role = (typeof ROLES)[number];

const READING = API_SCOPES.filter((scope) => scope.endsWith(':read'));

/** What only owners do: the operators themselves, and closing the store. */
const OWNERS_ONLY: ReadonlySet<ApiScope> = new Set<ApiScope>(['operators:write', 'settings:close']);

const SCOPES: Readonly<Record<Role, readonly string[]>> = {
  Owner: ['*'],
  Admin: API_SCOPES.filter((scope) => !OWNERS_ONLY.has(scope)),
  Support: [
    ...READING.filter((scope) => !['settings:read', 'audit:read', 'operators:read'].includes(scope)),
    'customers:write',
    'customers:email',
    'customers:view',
    'licenses:write',
    'trials:write',
    'orders:write',
    'subscriptions:write',
  ],
  Finance: [...READING, 'orders:write', 'customers:export'],
  Developer: [
    'products:read',
    'products:write',
    'releases:read',
    'releases:write',
    'licenses:read',
    'trials:read',
    'settings:read',
    'keys:write',
    'events:read',
    'webhooks:read',
    'webhooks:write',
  ],
  ReadOnly: READING,
};

/** Roles that refund no more of an order than the account allows (`refundLimit`). */
const WITH_REFUND_LIMIT: ReadonlySet<Role> = new Set<Role>(['Support']);

/** Whether a role refunds no more of an order than the account allows; others confirm such a refund. */
export function hasRefundLimit(role: Role): boolean {
  return WITH_REFUND_LIMIT.has(role);
}

/** What an operator of a role may do, in the scopes of API keys. */
export function scopesOf(role: Role): readonly string[] {
  return SCOPES[role];
}

/** Whoever manages operators, by their scopes; absent: the command line, which may do everything. */
export interface Manager {
  readonly scopes: readonly string[];
}

/** Raises `Forbidden` when a role may do something that the manager may not: nobody rises through a role they give. */
export function refuseHigherRole(manager: Manager | undefined, role: Role): void {
  if (manager === undefined || SCOPES[role].every((scope) => includes(manager.scopes, scope))) return;
  throw forbidden({
    detail: `The role ${role} may do more than you, so you can neither give it nor change who has it.`,
  });
}

function includes(granted: readonly string[], scope: string): boolean {
  if (scope === '*') return granted.includes('*');
  return API_SCOPES.some((each) => each === scope && allowsScope(granted, each));
}
