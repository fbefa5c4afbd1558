import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Notes of the vendor's people about a customer; of a mail, what it takes to send it again; and of a dispute, until when
 * it can be answered, and where.
 */
export const workOfSupport: SchemaStep = {
  name: '0044-work-of-support',
  worksWith: '0016-withdrawals',
  statements: [
    `create table customer_notes (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      customer_id TEXT not null,
      content TEXT not null check (content <> ''),
      author_kind TEXT not null,
      author_id TEXT,
      author_name TEXT,
      created_at TIMESTAMP not null,
      primary key (account_id, id),
      foreign key (account_id, customer_id) references customers (account_id, id)
    )`,
    `create index customer_notes_newest on customer_notes (account_id, customer_id, created_at desc, id desc)`,
    `alter table mails add column about TEXT`,
    `alter table mails add column language TEXT`,
    `alter table mails add column sealed_content TEXT`,
    `alter table disputes add column answer_by TIMESTAMP`,
    `alter table disputes add column provider_url TEXT`,
  ],
  indexes: [],
};
