import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Payments store their buyer, orders the reason why the last payment failed, and licenses whether they were free. */
export const buyersOfPayments: SchemaStep = {
  name: '0012-buyers-of-payments',
  statements: [
    `alter table payments add column buyer JSON`,
    `alter table orders add column last_payment_failure TEXT`,
    `update orders set status = 'Open', last_payment_failure = (
      select payments.failure from payments
      where payments.account_id = orders.account_id and payments.order_id = orders.id
      order by payments.created_at desc, payments.id desc limit 1
    ) where status = 'Failed'`,
    `alter table licenses add column is_free BOOLEAN not null default false`,
  ],
};
