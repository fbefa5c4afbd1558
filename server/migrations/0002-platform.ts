import type { SchemaStep } from '../src/platform/database/database.ts';

/** What all processes of an instance share. */
const processes = [
  `create table schema_steps (
    step TEXT not null primary key,
    works_with TEXT not null
  )`,
  `create table change_versions (
    account_id TEXT not null,
    topic TEXT not null,
    version INTEGER not null,
    primary key (account_id, topic)
  )`,
  `create table jobs (
    id TEXT not null primary key,
    account_id TEXT,
    kind TEXT not null,
    payload JSON not null,
    status TEXT not null check (status in ('Waiting', 'Dead')),
    run_at TIMESTAMP not null,
    attempts INTEGER not null default 0,
    lease_token TEXT,
    last_error TEXT,
    created_at TIMESTAMP not null
  )`,
  `create index jobs_due on jobs (kind, run_at, id) where status = 'Waiting'`,
  `create index jobs_dead on jobs (id) where status = 'Dead'`,
  `create table rate_counters (
    counter_key TEXT not null primary key,
    hits INTEGER not null,
    resets_at TIMESTAMP not null
  )`,
  `create index rate_counters_expiry on rate_counters (resets_at)`,
  `create table idempotency_keys (
    account_id TEXT not null,
    caller TEXT not null,
    idempotency_key TEXT not null,
    fingerprint TEXT not null,
    response_status INTEGER,
    response_sealed TEXT,
    lock_token TEXT not null,
    created_at TIMESTAMP not null,
    locked_until TIMESTAMP not null,
    primary key (account_id, caller, idempotency_key)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  `create table mails (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    kind TEXT not null,
    sender JSON,
    recipient TEXT not null,
    subject TEXT not null,
    text_body TEXT not null,
    html_body TEXT not null,
    status TEXT not null check (status in ('Queued', 'Sent', 'Kept', 'Failed')),
    failure TEXT,
    created_at TIMESTAMP not null,
    sent_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create index mails_age on mails (created_at)`,
  `create index mails_recipient on mails (account_id, lower(recipient))`,
];

/**
 * The events of each account, the index by subject, and the chain of hashes. `anchor_seal` seals the place where a
 * chain begins; it is null while nothing was removed from the chain. A cursor is the place up
 * to which a follower has seen the events of an account.
 */
const journal = [
  `create table journal_events (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    type TEXT not null,
    actor_kind TEXT not null,
    actor_id TEXT,
    address_group TEXT,
    request_id TEXT,
    subjects JSON not null,
    data JSON not null,
    occurred_at TIMESTAMP not null,
    seal TEXT not null,
    primary key (account_id, id)
  )`,
  `create index journal_events_type on journal_events (account_id, type, id)`,
  `create index journal_events_actor_kind on journal_events (account_id, actor_kind, id)`,
  `create index journal_events_actor on journal_events (account_id, actor_id, id) where actor_id is not null`,
  `create table journal_subjects (
    account_id TEXT not null references accounts (id),
    subject TEXT not null,
    event_id TEXT not null,
    primary key (account_id, subject, event_id)
  )`,
  `create table journal_unchained (
    account_id TEXT not null references accounts (id),
    event_id TEXT not null,
    primary key (account_id, event_id)
  )`,
  `create table journal_chains (
    account_id TEXT not null references accounts (id),
    head_sequence INTEGER not null,
    head_hash TEXT not null,
    anchor_sequence INTEGER not null,
    anchor_hash TEXT not null,
    anchor_seal TEXT,
    primary key (account_id)
  )`,
  `create table journal_links (
    account_id TEXT not null references accounts (id),
    sequence INTEGER not null,
    event_id TEXT not null,
    hash TEXT not null,
    primary key (account_id, sequence)
  )`,
  `create unique index journal_links_event on journal_links (account_id, event_id)`,
  `create table journal_cursors (
    account_id TEXT not null references accounts (id),
    follower TEXT not null,
    sequence INTEGER not null,
    primary key (account_id, follower)
  )`,
];

/** Tables of the platform: caches' versions, jobs, counters, idempotent responses, mails, the journal. */
export const platform: SchemaStep = {
  name: '0002-platform',
  statements: [...processes, ...journal],
};
