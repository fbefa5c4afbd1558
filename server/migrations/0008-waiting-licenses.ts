import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Licenses that wait until somebody proves the address that they were bought for. */
export const waitingLicenses: SchemaStep = {
  name: '0008-waiting-licenses',
  statements: [
    `alter table licenses add column awaits_email_key TEXT`,
    `create index licenses_waiting on licenses (account_id, awaits_email_key, product_id)
      where awaits_email_key is not null`,
  ],
};
