import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * Refunds and disputes. A pending refund is reserved in `refunded_minor` of its payment, and its units in
 * `refunded_quantity` of their line, so that the database refuses more than was paid and bought. Disputes and fraud
 * warnings are the provider's reports. A license stores why it was revoked, if that can be undone.
 */
export const refunds: SchemaStep = {
  name: '0032-refunds',
  statements: [
    `alter table payments add column refunded_minor INTEGER not null default 0
      check (refunded_minor between 0 and coalesce(received_minor, amount_minor)
        and (refunded_minor = 0 or status in ('Succeeded', 'Surplus', 'Short')))`,
    `alter table order_lines add column refunded_quantity INTEGER not null default 0
      check (refunded_quantity between 0 and quantity)`,
    `alter table licenses add column revocation_reason TEXT check (revocation_reason in ('Refund', 'Dispute'))`,
    `create table disputes (
      account_id TEXT not null,
      id TEXT not null,
      payment_id TEXT not null,
      subject_kind TEXT not null,
      subject_id TEXT not null,
      provider_reference TEXT not null,
      status TEXT not null check (status in ('Open', 'Won', 'Lost')),
      handled_by TEXT not null check (handled_by in ('Vendor', 'Provider')),
      amount_minor INTEGER not null check (amount_minor >= 0),
      currency TEXT not null,
      reason TEXT not null,
      created_at TIMESTAMP not null,
      resolved_at TIMESTAMP,
      primary key (account_id, id),
      foreign key (account_id, payment_id) references payments (account_id, id),
      check ((status = 'Open') = (resolved_at is null))
    )`,
    `create unique index disputes_reference on disputes (account_id, payment_id, provider_reference)`,
    `create index disputes_newest on disputes (account_id, created_at desc, id desc)`,
    `create index disputes_status on disputes (account_id, status, created_at desc, id desc)`,
    `create index disputes_subject on disputes (account_id, subject_kind, subject_id, created_at desc, id desc)`,
    `create table fraud_warnings (
      account_id TEXT not null,
      payment_id TEXT not null,
      provider_reference TEXT not null,
      subject_kind TEXT not null,
      subject_id TEXT not null,
      reason TEXT not null,
      created_at TIMESTAMP not null,
      primary key (account_id, payment_id, provider_reference),
      foreign key (account_id, payment_id) references payments (account_id, id)
    )`,
    `create index fraud_warnings_subject on fraud_warnings (account_id, subject_kind, subject_id, created_at desc)`,
    `create table refunds (
      account_id TEXT not null,
      id TEXT not null,
      payment_id TEXT not null,
      subject_kind TEXT not null,
      subject_id TEXT not null,
      origin TEXT not null check (origin in ('Vendor', 'Provider', 'Dispute')),
      dispute_id TEXT,
      provider_reference TEXT,
      status TEXT not null check (status in ('Pending', 'Succeeded', 'Failed')),
      amount_minor INTEGER not null check (amount_minor > 0),
      currency TEXT not null,
      reason TEXT,
      failure TEXT,
      created_at TIMESTAMP not null,
      settled_at TIMESTAMP,
      primary key (account_id, id),
      foreign key (account_id, payment_id) references payments (account_id, id),
      foreign key (account_id, dispute_id) references disputes (account_id, id),
      check ((status = 'Pending') = (settled_at is null)),
      check ((origin = 'Dispute') = (dispute_id is not null))
    )`,
    `create unique index refunds_reference on refunds (account_id, payment_id, provider_reference)`,
    `create unique index refunds_dispute on refunds (account_id, dispute_id) where dispute_id is not null`,
    `create index refunds_subject on refunds (account_id, subject_kind, subject_id, created_at desc, id desc)`,
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
  ],
};
