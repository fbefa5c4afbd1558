import type { SchemaStep } from '../src/platform/database/migrate.ts';

const PERPETUAL = `where status = 'Active' and expires_at is null`;

/**
 * The active licenses that never end; those that end have an index since 0025. The ends of all products are indexed
 * again: of two indexes that seem equally good, SQLite takes the older one, which has to be that of one product.
 */
export const activeLicenses: SchemaStep = {
  name: '0030-active-licenses',
  statements: [
    `create index licenses_perpetual on licenses (account_id, created_at desc, id desc) ${PERPETUAL}`,
    `create index licenses_product_perpetual on licenses (account_id, product_id, created_at desc, id desc) ${PERPETUAL}`,
    'drop index licenses_end',
    `create index licenses_end on licenses (account_id, expires_at desc, id desc)
      where status = 'Active' and expires_at is not null`,
    'drop index trials_end',
    'create index trials_end on trials (account_id, expires_at desc, id desc)',
  ],
};
