import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** An account's access to a payment provider: its keys, sealed, of one mode at a time. */
export const paymentCredentials: SchemaStep = {
  name: '0036-payment-credentials',
  statements: [
    `create table payment_credentials (
      account_id TEXT not null references accounts (id),
      provider TEXT not null,
      mode TEXT not null check (mode in ('Test', 'Live')),
      secrets_sealed TEXT not null,
      settings JSON not null,
      created_at TIMESTAMP not null,
      updated_at TIMESTAMP not null,
      primary key (account_id, provider)
    )`,
    `create index payments_pending on payments (account_id, provider) where status = 'Pending'`,
  ],
};
