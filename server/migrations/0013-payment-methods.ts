import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Payment methods that a provider keeps, for later charges without the buyer. The references are the provider's ids:
 * they are of no use without the key of the account. Of a removed method, nothing is left but its id, once the provider
 * has deleted it.
 */
const statements = [
  `create table saved_payment_methods (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    provider TEXT not null,
    connection_id TEXT,
    payment_id TEXT,
    reference TEXT,
    customer_reference TEXT,
    brand TEXT,
    last4 TEXT,
    expires TEXT,
    status TEXT not null check (status in ('Usable', 'Removed')),
    created_at TIMESTAMP not null,
    removed_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, payment_id) references payments (account_id, id),
    check ((status = 'Removed') = (removed_at is not null)),
    check (status = 'Removed' or (reference is not null and brand is not null))
  )`,
  `create unique index saved_payment_methods_payment on saved_payment_methods (account_id, payment_id)
    where payment_id is not null`,
  `create index saved_payment_methods_reference on saved_payment_methods (account_id, provider, reference)
    where reference is not null`,
];

/** Payment methods that can be charged later. */
export const paymentMethods: SchemaStep = { name: '0013-payment-methods', statements };
