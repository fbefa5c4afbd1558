import { type RawBuilder, sql } from 'kysely';

/** A sentence, and a query that finds violations. */
export type Invariant = readonly [sentence: string, query: RawBuilder<{ readonly subject: string }>];

/** The uses that count: reserved and final ones within the limit. */
const WITHIN_LIMIT = sql`coupon_uses.status in ('Reserved', 'Used') and not coupon_uses.is_beyond_limit`;

/** The invariants of coupons (money rules of coupons). */
export const COUPON_INVARIANTS: readonly Invariant[] = [
  [
    'the uses of a coupon are more than its maximum, or not those that are counted',
    sql`select coupons.id as subject from coupons where uses > max_uses
      or uses <> (select count(*) from coupon_uses where coupon_uses.account_id = coupons.account_id
        and coupon_uses.coupon_id = coupons.id and ${WITHIN_LIMIT})`,
  ],
  [
    'the uses of a code are more than its maximum, or not those that are counted',
    sql`select coupon_codes.id as subject from coupon_codes where uses > max_uses
      or uses <> (select count(*) from coupon_uses where coupon_uses.account_id = coupon_codes.account_id
        and coupon_uses.code_id = coupon_codes.id and ${WITHIN_LIMIT})`,
  ],
  [
    'the uses of a coupon by a customer are more than the maximum, or fewer than there are',
    sql`select coupon_customers.coupon_id as subject from coupon_customers where uses > max_uses or uses < 0`,
  ],
  [
    'a coupon is reserved for a payment that is not pending and whose order is not about to be delivered',
    sql`select coupon_uses.id as subject from coupon_uses
      inner join payments on payments.account_id = coupon_uses.account_id and payments.id = coupon_uses.payment_id
      inner join orders on orders.account_id = coupon_uses.account_id and orders.id = coupon_uses.order_id
      where coupon_uses.status = 'Reserved' and payments.status <> 'Pending'
        and not (payments.status = 'Succeeded' and orders.status = 'Paid')`,
  ],
  [
    'a coupon is used by a payment that did not complete its order',
    sql`select coupon_uses.id as subject from coupon_uses
      inner join payments on payments.account_id = coupon_uses.account_id and payments.id = coupon_uses.payment_id
      inner join orders on orders.account_id = coupon_uses.account_id and orders.id = coupon_uses.order_id
      where coupon_uses.status = 'Used' and (payments.status <> 'Succeeded' or orders.status <> 'Completed')`,
  ],
  [
    'an order is completed and one of its coupons is still reserved',
    sql`select coupon_uses.id as subject from coupon_uses
      inner join orders on orders.account_id = coupon_uses.account_id and orders.id = coupon_uses.order_id
      where coupon_uses.status = 'Reserved' and orders.status = 'Completed'`,
  ],
];
