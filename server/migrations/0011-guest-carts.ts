import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Carts of guests are deleted earlier than those of customers: an index finds them without reading the others. */
export const guestCarts: SchemaStep = {
  name: '0011-guest-carts',
  statements: [
    `create index orders_untouched_guests on orders (updated_at) where status = 'Open' and customer_id is null`,
  ],
};
