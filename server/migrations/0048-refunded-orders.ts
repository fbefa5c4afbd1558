import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** A flag for orders with refunds, for lists of them. */
export const refundedOrders: SchemaStep = {
  name: '0048-refunded-orders',
  statements: [
    `alter table orders add column is_refunded BOOLEAN not null default false`,
    `update orders set is_refunded = true where exists (select 1 from order_refunds
      where order_refunds.account_id = orders.account_id and order_refunds.order_id = orders.id)`,
    `create index orders_refunded on orders (account_id, created_at desc, id desc) where is_refunded`,
  ],
};
