import type { SchemaStep } from '../src/platform/database/database.ts';

/** A look of the vendor at a customer's account; one that has ended is no row. Its link and its token are hashes. */
export const customerViews: SchemaStep = {
  name: '0040-customer-views',
  worksWith: '0016-withdrawals',
  statements: [
    `create table customer_views (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      customer_id TEXT not null,
      viewer_kind TEXT not null check (viewer_kind in ('Operator', 'ApiKey')),
      viewer_id TEXT not null,
      session_id TEXT,
      code_hash TEXT,
      token_hash TEXT,
      created_at TIMESTAMP not null,
      open_until TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      primary key (account_id, id),
      foreign key (account_id, customer_id) references customers (account_id, id),
      check ((viewer_kind = 'Operator') = (session_id is not null)),
      check ((code_hash is null) <> (token_hash is null))
    )`,
    `create unique index customer_views_code on customer_views (account_id, code_hash) where code_hash is not null`,
    `create unique index customer_views_token on customer_views (account_id, token_hash)
      where token_hash is not null`,
    `create index customer_views_customer on customer_views (account_id, customer_id)`,
    `create index customer_views_end on customer_views (expires_at)`,
  ],
};
