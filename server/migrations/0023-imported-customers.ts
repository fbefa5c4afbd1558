import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Customers have an id of the vendor's own, and say how often they were changed. */
export const importedCustomers: SchemaStep = {
  name: '0023-imported-customers',
  statements: [
    `alter table customers add column external_id TEXT`,
    `create unique index customers_external on customers (account_id, external_id)`,
    `alter table customers add column revision INTEGER not null default 1`,
  ],
};
