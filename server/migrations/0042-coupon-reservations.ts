import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The network that holds a pending use, as a key that identifies nobody; and indexes for pending uses. */
export const couponReservations: SchemaStep = {
  name: '0042-coupon-reservations',
  statements: [
    `alter table coupon_uses add column network_key TEXT`,
    `create index coupon_uses_reserved on coupon_uses (account_id, coupon_id, network_key)
      where status = 'Reserved'`,
    `create index coupon_uses_pending on coupon_uses (created_at, account_id, id) where status = 'Reserved'`,
  ],
};
