import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The customer that another one was merged into: their license tokens and running payments are that customer's. What
 * waits for the consent of somebody who has proven their address is a request, with the hash of the code in the mail.
 */
export const mergedCustomers: SchemaStep = {
  name: '0038-merged-customers',
  worksWith: '0016-withdrawals',
  statements: [
    `alter table customers add column merged_into TEXT`,
    `create table merge_requests (
      account_id TEXT not null references accounts (id),
      from_id TEXT not null,
      into_id TEXT not null,
      code_hash TEXT not null,
      email_key TEXT not null,
      reason TEXT not null,
      created_at TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      primary key (account_id, from_id),
      foreign key (account_id, from_id) references customers (account_id, id),
      foreign key (account_id, into_id) references customers (account_id, id),
      check (from_id <> into_id)
    )`,
    `create unique index merge_requests_code on merge_requests (account_id, code_hash)`,
    `create index merge_requests_into on merge_requests (account_id, into_id)`,
    `create index merge_requests_end on merge_requests (expires_at)`,
  ],
  indexes: [
    `create index customers_merged on customers (account_id, merged_into) where merged_into is not null`,
    `create index saved_payment_methods_customer on saved_payment_methods (account_id, provider, customer_reference)
      where customer_reference is not null`,
  ],
};
