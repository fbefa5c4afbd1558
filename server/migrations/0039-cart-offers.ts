import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Offers on a whole cart, and the one that an order has selected. */
export const cartOffers: SchemaStep = {
  name: '0039-cart-offers',
  statements: [
    `alter table offers add column scope TEXT not null default 'Item' check (scope in ('Item', 'Cart'))`,
    `alter table offers add column targets JSON not null default '[]'`,
    `alter table offers add column minimum_total JSON`,
    `alter table offers add column maximum_total JSON`,
    `alter table orders add column offer_id TEXT`,
  ],
};
