import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * Payments refer to their subject by kind and id, exist before their provider has named them, have a deadline, and
 * store the request to the provider while they are pending. The content of an order's payment, and its buyer, belong to
 * the order: a purchase. It is deleted with an abandoned cart, while the payment, which no longer contains data about
 * its buyer, stays and recognizes money that arrives after all.
 */
export const paymentsOfAnything: SchemaStep = {
  name: '0019-payments-of-anything',
  statements: [
    `drop index payments_reference`,
    `drop index payments_one_success`,
    `drop index payments_one_pending`,
    `drop index payments_order`,
    `drop index payment_events_payment`,
    `alter table payment_events rename to payment_events_before`,
    `alter table payments rename to payments_before`,
    `create table payments (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      subject_kind TEXT not null,
      subject_id TEXT not null,
      provider TEXT not null,
      provider_reference TEXT,
      status TEXT not null check (status in ('Pending', 'Succeeded', 'Failed', 'Surplus', 'Short')),
      amount_minor INTEGER not null check (amount_minor >= 0),
      currency TEXT not null,
      received_minor INTEGER,
      received_currency TEXT,
      instruction JSON,
      continuation JSON,
      failure TEXT,
      created_at TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      settled_at TIMESTAMP,
      primary key (account_id, id)
    )`,
    `insert into payments (account_id, id, subject_kind, subject_id, provider, provider_reference, status, amount_minor,
        currency, failure, created_at, expires_at, settled_at)
      select account_id, id, 'Order', order_id, provider, provider_reference, status, amount_minor,
        currency, failure, created_at, created_at, settled_at from payments_before`,
    `insert into payments (account_id, id, subject_kind, subject_id, provider, provider_reference, status, amount_minor,
        currency, created_at, expires_at, settled_at)
      select account_id, id, 'Order', order_id, provider, provider_reference, status, amount_minor,
        currency, created_at, created_at, settled_at from forgotten_payments`,
    `drop table forgotten_payments`,
    `create table purchases (
      account_id TEXT not null,
      payment_id TEXT not null,
      order_id TEXT not null,
      content JSON not null,
      buyer JSON,
      is_fulfilled BOOLEAN not null,
      created_at TIMESTAMP not null,
      primary key (account_id, payment_id),
      foreign key (account_id, payment_id) references payments (account_id, id),
      foreign key (account_id, order_id) references orders (account_id, id)
    )`,
    `insert into purchases (account_id, payment_id, order_id, content, buyer, is_fulfilled, created_at)
      select account_id, id, order_id, content, buyer, status = 'Succeeded', created_at from payments_before`,
    `create table payment_events (
      account_id TEXT not null,
      provider TEXT not null,
      event_id TEXT not null,
      payment_id TEXT not null,
      kind TEXT not null,
      received_at TIMESTAMP not null,
      primary key (account_id, provider, event_id),
      foreign key (account_id, payment_id) references payments (account_id, id)
    )`,
    `insert into payment_events (account_id, provider, event_id, payment_id, kind, received_at)
      select account_id, provider, event_id, payment_id, kind, received_at from payment_events_before`,
    `drop table payment_events_before`,
    `drop table payments_before`,
    `create unique index payments_reference on payments (account_id, provider, provider_reference)`,
    `create unique index payments_one_success on payments (account_id, subject_kind, subject_id) where status = 'Succeeded'`,
    `create unique index payments_one_pending on payments (account_id, subject_kind, subject_id) where status = 'Pending'`,
    `create index payments_subject on payments (account_id, subject_kind, subject_id, created_at desc, id desc)`,
    `create index payment_events_payment on payment_events (account_id, payment_id)`,
    `create index purchases_order on purchases (account_id, order_id, created_at desc, payment_id desc)`,
    `create unique index purchases_one_fulfilled on purchases (account_id, order_id) where is_fulfilled`,
    `update jobs set kind = 'payments.settle' where kind = 'payments.sandbox-settle'`,
    `update orders set status = 'Open' where status = 'Failed'`,
  ],
};
