import type { SchemaStep } from '../src/platform/database/database.ts';

/** The number of a paid order that people read, type and say; a cart has none. */
export const orderNumbers: SchemaStep = {
  name: '0015-order-numbers',
  statements: [`alter table orders add column number TEXT`],
  indexes: [`create unique index orders_number on orders (account_id, number) where number is not null`],
};
