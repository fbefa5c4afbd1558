import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The time at which an order was paid, and an index of paid, undelivered orders. */
export const paidOrders: SchemaStep = {
  name: '0033-paid-orders',
  statements: [
    `alter table orders add column paid_at TIMESTAMP`,
    `create index orders_paid on orders (paid_at, account_id, id) where status = 'Paid'`,
  ],
};
