import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Subscriptions and their periods. `due_at` is when the subscription needs its next step; null: nothing is to come. An
 * order pays for one period of a subscription at most, and one period at most waits for its payment.
 */
const statements = [
  `create table subscriptions (
    account_id TEXT not null,
    id TEXT not null,
    customer_id TEXT not null,
    awaits_email_key TEXT,
    order_id TEXT not null,
    line_id TEXT not null,
    product_id TEXT,
    bundle_id TEXT,
    variation_id TEXT not null,
    quantity INTEGER not null check (quantity between 1 and 10000),
    status TEXT not null check (status in ('Active', 'Cancelled', 'Expired', 'Completed')),
    cycle_length TEXT not null check (cycle_length in ('Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly')),
    currency TEXT not null,
    price JSON not null,
    total JSON not null,
    anchor_date TEXT not null,
    anchor_time TEXT not null,
    anchor_zone TEXT not null,
    anchor_number INTEGER not null check (anchor_number >= 1),
    started_at TIMESTAMP not null,
    paid_until TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    renewed_at TIMESTAMP,
    due_at TIMESTAMP,
    payment_state TEXT not null check (payment_state in ('Paid', 'Retrying', 'NeedsBuyer', 'Held')),
    attempts INTEGER not null check (attempts >= 0),
    next_attempt_at TIMESTAMP,
    failed_at TIMESTAMP,
    failure TEXT,
    cancelled_at TIMESTAMP,
    ended_at TIMESTAMP,
    billing JSON not null,
    locale TEXT,
    revision INTEGER not null,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, bundle_id) references bundles (account_id, id),
    foreign key (account_id, variation_id) references variations (account_id, id),
    check ((product_id is null) <> (bundle_id is null)),
    check (expires_at >= paid_until),
    check ((status = 'Cancelled') <= (cancelled_at is not null)),
    check (ended_at is null or due_at is null)
  )`,
  `create unique index subscriptions_line on subscriptions (account_id, order_id, line_id)`,
  `create index subscriptions_newest on subscriptions (account_id, created_at desc, id desc)`,
  `create index subscriptions_customer on subscriptions (account_id, customer_id, created_at desc, id desc)`,
  `create index subscriptions_product on subscriptions (account_id, product_id, created_at desc, id desc)`,
  `create index subscriptions_status on subscriptions (account_id, status, created_at desc, id desc)`,
  `create index subscriptions_payment on subscriptions (account_id, payment_state, created_at desc, id desc)`,
  `create index subscriptions_due on subscriptions (due_at) where due_at is not null`,
  `create table subscription_periods (
    account_id TEXT not null,
    subscription_id TEXT not null,
    number INTEGER not null check (number >= 1),
    starts_at TIMESTAMP not null,
    ends_at TIMESTAMP not null,
    state TEXT not null check (state in ('Open', 'Paid', 'Skipped', 'Void')),
    reason TEXT,
    order_id TEXT,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    primary key (account_id, subscription_id, number),
    foreign key (account_id, subscription_id) references subscriptions (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    check (starts_at < ends_at),
    check ((state in ('Skipped', 'Void')) <= (reason is not null))
  )`,
  `create unique index subscription_periods_one_open on subscription_periods (account_id, subscription_id)
    where state = 'Open'`,
  `create unique index subscription_periods_order on subscription_periods (account_id, order_id, subscription_id)
    where order_id is not null`,
  `alter table orders add column subscription_id TEXT`,
];

/** Subscriptions, their periods, and the subscription that an order belongs to. */
export const subscriptions: SchemaStep = {
  name: '0014-subscriptions',
  statements,
  indexes: [
    `create index orders_subscription on orders (account_id, subscription_id, created_at desc, id desc)
      where subscription_id is not null`,
  ],
};
