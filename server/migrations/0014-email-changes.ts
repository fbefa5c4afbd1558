import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Changes of an email that the previous address can still undo. */
export const emailChanges: SchemaStep = {
  name: '0014-email-changes',
  statements: [
    `create table email_changes (
      account_id TEXT not null,
      customer_id TEXT not null,
      id TEXT not null,
      email TEXT not null,
      email_key TEXT not null,
      was_confirmed BOOLEAN not null,
      changed_at TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      primary key (account_id, customer_id),
      foreign key (account_id, customer_id) references customers (account_id, id)
    )`,
    `create index email_changes_email on email_changes (account_id, email_key)`,
    `create index email_changes_expiry on email_changes (expires_at)`,
  ],
};
