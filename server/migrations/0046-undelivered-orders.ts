import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Why a paid order could not be delivered, and when the vendor gave its money back instead. */
export const undeliveredOrders: SchemaStep = {
  name: '0046-undelivered-orders',
  statements: [
    `alter table orders add column last_fulfilment_failure TEXT`,
    `alter table orders add column cancelled_at TIMESTAMP`,
  ],
};
