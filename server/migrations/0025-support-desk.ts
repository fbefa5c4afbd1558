import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Expiry is not a status: licenses that are not revoked are sorted by their end. */
const WITH_END = `where status = 'Active' and expires_at is not null`;

/**
 * The support desk's searches, as index look-ups. A partial index costs nothing if most licenses do not match its
 * condition. Licenses and trials get a revision, and trials can be reset.
 */
export const supportDesk: SchemaStep = {
  name: '0025-support-desk',
  statements: [
    `alter table licenses add column revision INTEGER not null default 1`,
    `alter table trials add column revision INTEGER not null default 1`,
    `alter table trials add column reset_at TIMESTAMP`,
    `create index licenses_key_code on licenses (account_id, key_code, created_at desc, id desc)
      where key_code is not null`,
    `create index licenses_order_newest on licenses (account_id, order_id, created_at desc, id desc)
      where order_id is not null`,
    `create index licenses_revoked on licenses (account_id, created_at desc, id desc) where status = 'Revoked'`,
    `create index licenses_product_revoked on licenses (account_id, product_id, created_at desc, id desc)
      where status = 'Revoked'`,
    `create index licenses_end on licenses (account_id, expires_at desc, id desc) ${WITH_END}`,
    `create index licenses_product_end on licenses (account_id, product_id, expires_at desc, id desc) ${WITH_END}`,
    `create index trials_device on trials (account_id, device_signature, created_at desc, id desc)`,
    `create index trials_customer_newest on trials (account_id, customer_id, created_at desc, id desc)
      where customer_id is not null`,
    `create index trials_end on trials (account_id, expires_at desc, id desc)`,
    `create index trials_product_end on trials (account_id, product_id, expires_at desc, id desc)`,
  ],
};
