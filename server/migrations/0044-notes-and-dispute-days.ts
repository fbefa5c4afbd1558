import type { SchemaStep } from '../src/platform/database/database.ts';

/** Notes of the vendor's people about a customer; and of a dispute, until when it can be answered, and where. */
export const notesAndDisputeDays: SchemaStep = {
  name: '0044-notes-and-dispute-days',
  worksWith: '0016-withdrawals',
  statements: [
    `create table customer_notes (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      customer_id TEXT not null,
      text TEXT not null check (text <> ''),
      author_kind TEXT not null,
      author_id TEXT,
      author_name TEXT,
      created_at TIMESTAMP not null,
      primary key (account_id, id),
      foreign key (account_id, customer_id) references customers (account_id, id)
    )`,
    `create index customer_notes_newest on customer_notes (account_id, customer_id, created_at desc, id desc)`,
    `alter table disputes add column answer_by TIMESTAMP`,
    `alter table disputes add column provider_url TEXT`,
  ],
  indexes: [],
};
