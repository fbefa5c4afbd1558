import type { SchemaStep } from '../src/platform/database/database.ts';

/** The vendor's own id of a subscription that ran elsewhere: it is imported once. */
export const importedSubscriptions: SchemaStep = {
  name: '0026-imported-subscriptions',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscriptions add column external_id TEXT`],
  indexes: [
    `create unique index subscriptions_external_id on subscriptions (account_id, external_id)
      where external_id is not null`,
  ],
};
