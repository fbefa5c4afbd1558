import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The events of each account, their places in a chain of hashes, and the index by subject. */
export const journal: SchemaStep = {
  name: '0020-journal',
  statements: [
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
  ],
};
