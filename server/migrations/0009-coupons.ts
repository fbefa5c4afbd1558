import type { SchemaStep } from '../src/platform/database/database.ts';

/** `uses` counts the uses that the maximum limits, including pending ones. */
const definitions = [
  `create table coupons (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    name TEXT not null,
    description TEXT,
    benefit JSON not null,
    starts_at TIMESTAMP,
    ends_at TIMESTAMP,
    targets JSON not null,
    minimum_total JSON not null,
    max_uses INTEGER,
    max_uses_per_customer INTEGER,
    is_for_first_purchase BOOLEAN not null,
    recurring_payment_use_count INTEGER,
    uses INTEGER not null default 0,
    is_archived BOOLEAN not null,
    revision INTEGER not null,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    primary key (account_id, id),
    check (uses >= 0 and (max_uses is null or uses <= max_uses))
  )`,
  `create index coupons_newest on coupons (account_id, is_archived, created_at desc, id desc)`,
];

/** A code is found by its hash, and sealed for the merchant who reads it. Generated ones belong to a batch. */
const codes = [
  `create table coupon_batches (
    account_id TEXT not null,
    id TEXT not null,
    coupon_id TEXT not null,
    quantity INTEGER not null check (quantity between 1 and 100000),
    generated INTEGER not null default 0,
    max_uses_per_code INTEGER,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, coupon_id) references coupons (account_id, id),
    check (generated between 0 and quantity)
  )`,
  `create index coupon_batches_newest on coupon_batches (account_id, coupon_id, created_at desc, id desc)`,
  `create table coupon_codes (
    account_id TEXT not null,
    id TEXT not null,
    coupon_id TEXT not null,
    batch_id TEXT,
    code_hash TEXT not null,
    code_sealed TEXT not null,
    max_uses INTEGER,
    uses INTEGER not null default 0,
    created_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, coupon_id) references coupons (account_id, id),
    foreign key (account_id, batch_id) references coupon_batches (account_id, id),
    check (uses >= 0 and (max_uses is null or uses <= max_uses))
  )`,
  `create unique index coupon_codes_code on coupon_codes (account_id, code_hash)`,
  `create index coupon_codes_newest on coupon_codes (account_id, coupon_id, created_at desc, id desc)`,
  `create index coupon_codes_batch on coupon_codes (account_id, batch_id, created_at desc, id desc)
    where batch_id is not null`,
];

/**
 * A use is reserved when a payment begins, returned when it fails, and final when the order is fulfilled. Customers
 * are hashes of an id or an address, networks are keys that identify nobody. Money that arrives after its use was
 * returned, when there is no use left, is beyond the limit: such a use counts nowhere else.
 */
const uses = [
  `create table coupon_uses (
    account_id TEXT not null,
    id TEXT not null,
    coupon_id TEXT not null,
    code_id TEXT not null,
    order_id TEXT not null,
    payment_id TEXT not null,
    customer_keys JSON not null,
    amount_minor INTEGER not null check (amount_minor > 0),
    currency TEXT not null,
    status TEXT not null check (status in ('Reserved', 'Used', 'Returned')),
    is_beyond_limit BOOLEAN not null default false,
    network_key TEXT,
    created_at TIMESTAMP not null,
    ended_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, coupon_id) references coupons (account_id, id),
    foreign key (account_id, code_id) references coupon_codes (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, payment_id) references payments (account_id, id),
    check (status = 'Used' or not is_beyond_limit)
  )`,
  `create unique index coupon_uses_once on coupon_uses (account_id, payment_id, coupon_id)`,
  `create index coupon_uses_newest on coupon_uses (account_id, coupon_id, created_at desc, id desc)`,
  `create index coupon_uses_order on coupon_uses (account_id, order_id)`,
  `create index coupon_uses_code on coupon_uses (account_id, code_id)`,
  `create index coupon_uses_reserved on coupon_uses (account_id, coupon_id, network_key)
    where status = 'Reserved'`,
  `create table coupon_customers (
    account_id TEXT not null,
    coupon_id TEXT not null,
    customer_key TEXT not null,
    uses INTEGER not null,
    max_uses INTEGER,
    primary key (account_id, coupon_id, customer_key),
    foreign key (account_id, coupon_id) references coupons (account_id, id),
    check (uses >= 0 and (max_uses is null or uses <= max_uses))
  )`,
  `create table coupon_first_purchases (
    account_id TEXT not null,
    customer_key TEXT not null,
    payment_id TEXT not null,
    primary key (account_id, customer_key),
    foreign key (account_id, payment_id) references payments (account_id, id)
  )`,
  `create index coupon_first_purchases_payment on coupon_first_purchases (account_id, payment_id)`,
];

/** Coupons with their codes and uses. */
export const coupons: SchemaStep = {
  name: '0009-coupons',
  statements: [...definitions, ...codes, ...uses],
};
