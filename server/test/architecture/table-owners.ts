import { placeOf } from './layers.ts';
import type { SourceFile } from './source.ts';

/** Queries that read a table of another module, with the reason. */
export const SHARED_READS: readonly {
  readonly file: string;
  readonly table: string;
  readonly reason: string;
}[] = [
  {
    file: 'server/src/modules/accounts/mail/store-owners.ts',
    table: 'operators',
    reason:
      'mails to the vendor go to the owners where there is no other address, and operators depend on accounts',
  },
  {
    file: 'server/src/modules/catalog/store-coupons.ts',
    table: 'coupons',
    reason: 'the milestones of a variation name coupons, and coupons depend on the catalogue',
  },
  {
    file: 'server/src/modules/coupons/store.ts',
    table: 'licenses',
    reason: 'an order update reads its coupons, and whether the customer has bought before, in one query',
  },
  {
    file: 'server/src/modules/identity/sessions/store-sessions.ts',
    table: 'customers',
    reason: 'each request of a customer finds the session and the customer in one query',
  },
  {
    file: 'server/src/modules/licensing/store/validations.ts',
    table: 'customers',
    reason: 'a group of validations reads activations and the owners that their tokens name in one query',
  },
  {
    file: 'server/src/modules/orders/order/store.ts',
    table: 'customers',
    reason: 'an order shows the billing details only while its owner is who entered them',
  },
  {
    file: 'server/src/modules/releases/versions/store-releases.ts',
    table: 'products',
    reason: 'downloads are those of the release that a product names as current',
  },
];

/** The module, or the folder of the platform, that owns each table: the one whose `tables.ts` declares it. */
export function tableOwners(tree: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const { path, declaredTables } of tree) {
    if (!path.endsWith('/tables.ts')) continue;
    for (const { text } of declaredTables) owners.set(text, [...(owners.get(text) ?? []), ownerOf(path)]);
  }
  return owners;
}

/** `modules/orders`, `platform/jobs`: the folder that owns the tables in its `tables.ts`. */
export function ownerOf(path: string): string {
  const place = placeOf(path);
  if (place.layer === 'module') return `modules/${place.module}`;
  return path.split('/').slice(2, 4).join('/');
}
