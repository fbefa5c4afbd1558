import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * A cart and its lines are one row, which an update of the cart rewrites without touching any index (ADR 31). The rows
 * of `order_lines` are those of paid orders only; they count refunded units.
 */
const orderTables = [
  `create table orders (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    customer_id TEXT,
    origin TEXT not null check (origin in ('Cart', 'Renewal', 'PlanChange', 'Payoff')),
    status TEXT not null check (status in ('Open', 'PaymentProcessing', 'Paid', 'Completed')),
    currency TEXT not null,
    billing JSON not null,
    utm JSON not null,
    return_url TEXT,
    content JSON,
    last_payment_failure TEXT,
    billing_epoch INTEGER not null default 0,
    billing_origin TEXT,
    coupon_code_ids JSON not null default '[]',
    offer_id TEXT,
    last_fulfilment_failure TEXT,
    is_refunded BOOLEAN not null default false,
    has_undue_money BOOLEAN not null default false,
    revision INTEGER not null,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    completed_at TIMESTAMP,
    paid_at TIMESTAMP,
    cancelled_at TIMESTAMP,
    changed_on TEXT not null,
    billing_email_key TEXT,
    lines JSON not null default '[]',
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id),
    check ((status = 'Open') = (content is null))
  )`,
  `create index orders_customer on orders (account_id, customer_id, created_at desc, id desc)`,
  `create index orders_newest on orders (account_id, created_at desc, id desc)`,
  `create index orders_status on orders (account_id, status, created_at desc, id desc)`,
  `create index orders_paid on orders (paid_at, account_id, id) where status = 'Paid'`,
  `create index orders_refunded on orders (account_id, created_at desc, id desc) where is_refunded`,
  `create index orders_undue on orders (account_id, created_at desc, id desc) where has_undue_money`,
  `create index orders_untouched on orders (changed_on) where status = 'Open'`,
  `create index orders_untouched_guests on orders (changed_on) where status = 'Open' and customer_id is null`,
  `create index orders_guest_email on orders (account_id, billing_email_key, created_at desc, id desc) where customer_id is null`,
  `create index orders_guest_carts on orders (account_id, status, customer_id) where status = 'Open' and customer_id is null`,
  `create table order_lines (
    account_id TEXT not null,
    order_id TEXT not null,
    id TEXT not null,
    position INTEGER not null,
    product_id TEXT,
    bundle_id TEXT,
    variation_id TEXT not null,
    quantity INTEGER not null check (quantity between 1 and 10000),
    offer_id TEXT,
    license_id TEXT,
    partial BOOLEAN,
    replaced JSON,
    refunded_quantity INTEGER not null default 0 check (refunded_quantity between 0 and quantity),
    primary key (account_id, order_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, bundle_id) references bundles (account_id, id),
    foreign key (account_id, variation_id) references variations (account_id, id),
    check ((product_id is null) <> (bundle_id is null))
  )`,
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
];

/**
 * The content of an order's payment, and its buyer. It is deleted with an abandoned cart, while the payment, which
 * contains no data about its buyer, stays and recognizes money that arrives after all.
 */
const purchases = [
  `create table purchases (
    account_id TEXT not null,
    payment_id TEXT not null,
    order_id TEXT not null,
    content JSON not null,
    buyer JSON not null,
    guest_email_key TEXT,
    is_fulfilled BOOLEAN not null,
    created_at TIMESTAMP not null,
    primary key (account_id, payment_id),
    foreign key (account_id, payment_id) references payments (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  )`,
  `create index purchases_order on purchases (account_id, order_id, created_at desc, payment_id desc)`,
  `create index purchases_guest on purchases (account_id, guest_email_key, created_at desc, payment_id desc) where guest_email_key is not null`,
  `create unique index purchases_one_fulfilled on purchases (account_id, order_id) where is_fulfilled`,
];

const refunds = [
  `create table order_refunds (
    account_id TEXT not null,
    refund_id TEXT not null,
    order_id TEXT not null,
    lines JSON not null,
    revokes_licenses BOOLEAN not null,
    is_effective BOOLEAN not null,
    primary key (account_id, refund_id),
    foreign key (account_id, refund_id) references refunds (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  )`,
  `create index order_refunds_order on order_refunds (account_id, order_id)`,
];

/** Carts and orders, their purchases and refunds. */
export const orders: SchemaStep = {
  name: '0007-orders',
  statements: [...orderTables, ...purchases, ...refunds],
};
