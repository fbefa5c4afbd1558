import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Where events are sent. `sequence` is the last event that was sent or became a delivery; `turn` counts the transactions
 * that moved it, so that a process that lost its lease changes nothing.
 */
const statements = [
  `create table webhook_endpoints (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    url TEXT not null,
    types JSON not null,
    product_ids JSON not null,
    description TEXT not null,
    payload TEXT not null check (payload in ('full', 'thin')),
    form TEXT not null check (form in ('standard', 'legacy', 'slack', 'discord')),
    has_public_signature BOOLEAN not null,
    status TEXT not null check (status in ('Enabled', 'Disabled')),
    disabled_reason TEXT check (disabled_reason in ('Manual', 'Gone', 'Failing')),
    secret_sealed TEXT not null,
    previous_sealed TEXT,
    previous_until TIMESTAMP,
    sequence INTEGER not null,
    turn INTEGER not null,
    replay JSON,
    failing_since TIMESTAMP,
    warnings INTEGER not null,
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    primary key (account_id, id),
    check ((status = 'Disabled') = (disabled_reason is not null))
  )`,
  `create index webhook_endpoints_newest on webhook_endpoints (account_id, created_at desc, id desc)`,
  `create index webhook_endpoints_failing on webhook_endpoints (failing_since)
    where failing_since is not null and status = 'Enabled'`,
  `create table webhook_deliveries (
    account_id TEXT not null,
    id TEXT not null,
    endpoint_id TEXT not null,
    event_id TEXT not null,
    event_sequence INTEGER not null,
    type TEXT not null,
    subject TEXT not null,
    is_test BOOLEAN not null,
    status TEXT not null check (status in ('Pending', 'Delivered', 'Failed')),
    failures INTEGER not null,
    attempts JSON not null,
    next_attempt_at TIMESTAMP,
    holds_until TIMESTAMP,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, endpoint_id) references webhook_endpoints (account_id, id),
    check ((status = 'Pending') = (next_attempt_at is not null))
  )`,
  `create unique index webhook_deliveries_event on webhook_deliveries (account_id, endpoint_id, event_id)`,
  `create index webhook_deliveries_newest on webhook_deliveries
    (account_id, endpoint_id, created_at desc, id desc)`,
  `create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, next_attempt_at)
    where status = 'Pending'`,
  `create index webhook_deliveries_subject on webhook_deliveries (account_id, endpoint_id, subject)
    where status = 'Pending'`,
  `create index webhook_deliveries_age on webhook_deliveries (created_at)`,
];

/** Endpoints of webhooks, and what was sent to them. */
export const webhooks: SchemaStep = { name: '0012-webhooks', statements };
