import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Events for other systems, derived from the journal. `data` is null once the customer that it was about is deleted. A
 * counter is the last number of an account (its subject is empty) or of a subject: it outlives the events.
 */
const statements = [
  `create table events (
    account_id TEXT not null references accounts (id),
    sequence INTEGER not null,
    id TEXT not null,
    type TEXT not null,
    subject_type TEXT not null,
    subject_id TEXT not null,
    subject_sequence INTEGER not null,
    actor_kind TEXT not null,
    actor_id TEXT,
    actor_name TEXT,
    customer_id TEXT,
    product_ids JSON not null,
    link TEXT not null,
    data JSON,
    occurred_at TIMESTAMP not null,
    primary key (account_id, sequence)
  )`,
  `create unique index events_id on events (account_id, id)`,
  `create unique index events_subject on events (account_id, subject_type, subject_id, subject_sequence)`,
  `create index events_subject_newest on events (account_id, subject_type, subject_id, sequence)`,
  `create index events_type on events (account_id, type, sequence)`,
  `create index events_age on events (occurred_at)`,
  `create index events_customer on events (account_id, customer_id) where customer_id is not null`,
  `create table event_counters (
    account_id TEXT not null references accounts (id),
    subject TEXT not null,
    last INTEGER not null,
    primary key (account_id, subject)
  )`,
];

/** What happened, as other systems learn it. */
export const events: SchemaStep = { name: '0011-events', statements };
