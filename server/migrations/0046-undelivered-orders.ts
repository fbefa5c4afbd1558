import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The reason why a paid order could not be delivered, and when the vendor refunded it instead. */
export const undeliveredOrders: SchemaStep = {
  name: '0046-undelivered-orders',
  statements: [
    `alter table orders add column last_fulfilment_failure TEXT`,
    `alter table orders add column cancelled_at TIMESTAMP`,
  ],
};
