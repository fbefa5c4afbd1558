import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Lists of orders by customer, status and product, each in the order of an index. A completed order names its products. */
export const orderLookUp: SchemaStep = {
  name: '0028-order-look-up',
  statements: [
    `drop index orders_customer`,
    `create index orders_customer on orders (account_id, customer_id, created_at desc, id desc)`,
    `create index orders_newest on orders (account_id, created_at desc, id desc)`,
    `create index orders_status on orders (account_id, status, created_at desc, id desc)`,
    `create table order_products (
      account_id TEXT not null,
      order_id TEXT not null,
      product_id TEXT not null,
      created_at TIMESTAMP not null,
      primary key (account_id, order_id, product_id),
      foreign key (account_id, order_id) references orders (account_id, id),
      foreign key (account_id, product_id) references products (account_id, id)
    )`,
    `create index order_products_newest on order_products (account_id, product_id, created_at desc, order_id desc)`,
    `insert into order_products (account_id, order_id, product_id, created_at)
      select distinct o.account_id, o.id, l.product_id, o.created_at
      from orders o
      join licenses l on l.account_id = o.account_id and l.order_id = o.id
      where o.status = 'Completed'`,
  ],
};
