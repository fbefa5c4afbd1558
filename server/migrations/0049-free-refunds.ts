import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * Free units can be refunded, too: with a refund of nothing, which only the vendor makes, and which no provider sees.
 * The check of a column cannot be changed on both engines, so the table is rewritten, together with the one that refers
 * to it.
 */
export const freeRefunds: SchemaStep = {
  name: '0049-free-refunds',
  statements: [
    `drop index refunds_reference`,
    `drop index refunds_dispute`,
    `drop index refunds_subject`,
    `drop index order_refunds_order`,
    `alter table order_refunds rename to order_refunds_before`,
    `alter table refunds rename to refunds_before`,
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
      amount_minor INTEGER not null check (amount_minor >= 0),
      currency TEXT not null,
      tax_minor INTEGER not null default 0 check (tax_minor >= 0),
      reason TEXT,
      failure TEXT,
      created_at TIMESTAMP not null,
      settled_at TIMESTAMP,
      primary key (account_id, id),
      foreign key (account_id, payment_id) references payments (account_id, id),
      foreign key (account_id, dispute_id) references disputes (account_id, id),
      check ((status = 'Pending') = (settled_at is null)),
      check ((origin = 'Dispute') = (dispute_id is not null)),
      check (amount_minor > 0 or (origin = 'Vendor' and provider_reference is null and tax_minor = 0))
    )`,
    `insert into refunds (account_id, id, payment_id, subject_kind, subject_id, origin, dispute_id, provider_reference,
        status, amount_minor, currency, tax_minor, reason, failure, created_at, settled_at)
      select account_id, id, payment_id, subject_kind, subject_id, origin, dispute_id, provider_reference,
        status, amount_minor, currency, tax_minor, reason, failure, created_at, settled_at from refunds_before`,
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
    `insert into order_refunds (account_id, refund_id, order_id, lines, revokes_licenses, is_effective)
      select account_id, refund_id, order_id, lines, revokes_licenses, is_effective from order_refunds_before`,
    `drop table order_refunds_before`,
    `drop table refunds_before`,
    `create unique index refunds_reference on refunds (account_id, payment_id, provider_reference)`,
    `create unique index refunds_dispute on refunds (account_id, dispute_id) where dispute_id is not null`,
    `create index refunds_subject on refunds (account_id, subject_kind, subject_id, created_at desc, id desc)`,
    `create index order_refunds_order on order_refunds (account_id, order_id)`,
  ],
};
