import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Codes sent by mail, consent with its time, newsletter subscriptions, and details that identify sessions. */
export const identity: SchemaStep = {
  name: '0002-identity',
  statements: [
    `alter table customers add column newsletter_opted_in_at TIMESTAMP`,
    `alter table customers add column product_updates_opted_in_at TIMESTAMP`,
    `alter table sessions add column user_agent TEXT`,
    `create table identity_codes (
      account_id TEXT not null,
      customer_id TEXT not null,
      purpose TEXT not null check (purpose in ('ConfirmAccount', 'ConfirmEmail', 'ChangeEmail', 'ResetPassword')),
      code_hash TEXT not null,
      email TEXT not null,
      email_key TEXT not null,
      created_at TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      primary key (account_id, customer_id, purpose),
      foreign key (account_id, customer_id) references customers (account_id, id)
    )`,
    `create unique index identity_codes_hash on identity_codes (account_id, code_hash)`,
    `create index identity_codes_expiry on identity_codes (expires_at)`,
    `create index sessions_expiry on sessions (expires_at)`,
    `create table newsletter_subscriptions (
      account_id TEXT not null references accounts (id),
      email_key TEXT not null,
      email TEXT not null,
      is_newsletter BOOLEAN not null,
      is_product_updates BOOLEAN not null,
      code_hash TEXT,
      code_expires_at TIMESTAMP,
      requested_at TIMESTAMP not null,
      confirmed_at TIMESTAMP,
      changed_at TIMESTAMP not null,
      primary key (account_id, email_key)
    )`,
  ],
};
