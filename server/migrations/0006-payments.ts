import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * An account's access to a payment provider: its keys, sealed, of one mode at a time; the time until which the events
 * of the provider were compared with its list, and when that was last read.
 */
const credentials = [
  `create table payment_credentials (
    account_id TEXT not null references accounts (id),
    provider TEXT not null,
    mode TEXT not null check (mode in ('Test', 'Live')),
    secrets_sealed TEXT not null,
    settings JSON not null,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    events_until TIMESTAMP,
    events_asked_at TIMESTAMP,
    primary key (account_id, provider)
  )`,
];

/**
 * A payment exists before its provider has named it, and stores the request to the provider while it is pending. A
 * pending refund is reserved in `refunded_minor`, so that the database refuses more than was paid.
 */
const paymentTables = [
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
    details JSON,
    refunded_minor INTEGER not null default 0
      check (refunded_minor between 0 and coalesce(received_minor, amount_minor)
        and (refunded_minor = 0 or status in ('Succeeded', 'Surplus', 'Short'))),
    terms JSON,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    settled_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create unique index payments_reference on payments (account_id, provider, provider_reference)`,
  `create unique index payments_one_success on payments (account_id, subject_kind, subject_id)
    where status = 'Succeeded'`,
  `create unique index payments_one_pending on payments (account_id, subject_kind, subject_id)
    where status = 'Pending'`,
  `create index payments_subject on payments (account_id, subject_kind, subject_id, created_at desc, id desc)`,
  `create index payments_pending on payments (account_id, provider) where status = 'Pending'`,
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
  `create index payment_events_payment on payment_events (account_id, payment_id)`,
];

/**
 * Disputes and fraud warnings are the provider's reports. A refund of nothing, for free units, is made only by the
 * vendor, and no provider sees it.
 */
const reversals = [
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
    amount_minor INTEGER not null check (amount_minor >= 0),
    currency TEXT not null,
    reason TEXT,
    failure TEXT,
    tax_minor INTEGER not null default 0 check (tax_minor >= 0),
    created_at TIMESTAMP not null,
    settled_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, payment_id) references payments (account_id, id),
    foreign key (account_id, dispute_id) references disputes (account_id, id),
    check ((status = 'Pending') = (settled_at is null)),
    check ((origin = 'Dispute') = (dispute_id is not null)),
    check (amount_minor > 0 or (origin = 'Vendor' and provider_reference is null and tax_minor = 0))
  )`,
  `create unique index refunds_reference on refunds (account_id, payment_id, provider_reference)`,
  `create index refunds_dispute on refunds (account_id, dispute_id) where dispute_id is not null`,
  // Won on appeal, a dispute may be lost again.
  `create unique index refunds_of_loss on refunds (account_id, dispute_id)
    where dispute_id is not null and status <> 'Failed'`,
  `create index refunds_subject on refunds (account_id, subject_kind, subject_id, created_at desc, id desc)`,
];

/** Payments of any subject, named by kind and id, and money that goes back. */
export const payments: SchemaStep = {
  name: '0006-payments',
  statements: [...credentials, ...paymentTables, ...reversals],
};
