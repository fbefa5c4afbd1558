/** What can be imported, in an order in which each refers to the ones before, with the right that it needs. */
const SCOPES = {
  variations: 'products:write',
  customers: 'customers:write',
  licenses: 'licenses:write',
  subscriptions: 'subscriptions:import',
  trials: 'trials:write',
  vouchers: 'vouchers:write',
} as const;

export type ImportKind = keyof typeof SCOPES;

const KINDS = ['variations', 'customers', 'licenses', 'subscriptions', 'trials', 'vouchers'] as const;

/** What somebody with these rights may import. */
export function importKindsOf(mayDo: (scope: string) => boolean): readonly ImportKind[] {
  return KINDS.filter((kind) => mayDo(SCOPES[kind]));
}

/** The rights of which one is enough for the page. */
export const IMPORT_SCOPES: readonly string[] = Object.values(SCOPES);
