import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * The rest of failed payments that were deleted with their abandoned cart: enough to recognize a late report, and no
 * data about the buyer.
 */
export const forgottenPayments: SchemaStep = {
  name: '0018-forgotten-payments',
  statements: [
    `create table forgotten_payments (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      order_id TEXT not null,
      provider TEXT not null,
      provider_reference TEXT not null,
      amount_minor INTEGER not null,
      currency TEXT not null,
      status TEXT not null check (status in ('Failed', 'Surplus')),
      created_at TIMESTAMP not null,
      settled_at TIMESTAMP,
      primary key (account_id, id)
    )`,
  ],
};
