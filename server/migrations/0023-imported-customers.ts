import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Customers have the vendor's own id, and a revision. */
export const importedCustomers: SchemaStep = {
  name: '0023-imported-customers',
  statements: [
    `alter table customers add column external_id TEXT`,
    `create unique index customers_external on customers (account_id, external_id)`,
    `alter table customers add column revision INTEGER not null default 1`,
  ],
};
