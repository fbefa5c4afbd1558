import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Reports of the day that runs read only the orders of its last two hours: the figures of earlier hours are kept until
 * those of the whole day are.
 */
export const salesHours: SchemaStep = {
  name: '0047-sales-hours',
  worksWith: '0016-withdrawals',
  statements: [
    `create table sales_hours (
      account_id TEXT not null references accounts (id),
      starts_at TIMESTAMP not null,
      figures JSON not null,
      computed_at TIMESTAMP not null,
      primary key (account_id, starts_at)
    )`,
  ],
  indexes: [],
};
