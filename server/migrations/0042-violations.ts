import type { SchemaStep } from '../src/platform/database/database.ts';

/** What the nightly check has found broken, of subscriptions and of what they share with all orders. */
export const violations: SchemaStep = {
  name: '0042-violations',
  worksWith: '0016-withdrawals',
  statements: [
    `create table violations (
      account_id TEXT not null references accounts (id),
      violation TEXT not null,
      subject TEXT not null,
      subscription_id TEXT,
      found_at TIMESTAMP not null,
      primary key (account_id, violation, subject)
    )`,
  ],
};
