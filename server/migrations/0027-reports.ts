import type { SchemaStep } from '../src/platform/database/database.ts';

/** Reports read the orders of a day by when they were paid, and its refunds by when they were made, and keep its figures. */
export const reports: SchemaStep = {
  name: '0027-reports',
  worksWith: '0016-withdrawals',
  statements: [
    `create table sales_days (
      account_id TEXT not null references accounts (id),
      time_zone TEXT not null,
      day TEXT not null,
      figures JSON not null,
      computed_at TIMESTAMP not null,
      primary key (account_id, time_zone, day)
    )`,
  ],
  indexes: [
    `create index orders_paid_at on orders (account_id, paid_at, id)`,
    `create index refunds_settled on refunds (account_id, status, settled_at, id)`,
  ],
};
