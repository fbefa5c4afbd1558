import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * The search terms of customers. Existing customers get them in the background (`is_searchable`), because that takes
 * more than SQL.
 */
export const customerSearch: SchemaStep = {
  name: '0029-customer-search',
  statements: [
    `create table customer_search_terms (
      account_id TEXT not null,
      customer_id TEXT not null,
      term TEXT not null,
      primary key (account_id, customer_id, term),
      foreign key (account_id, customer_id) references customers (account_id, id)
    )`,
    `create index customer_search_terms_lookup on customer_search_terms (account_id, term, customer_id)`,
    `alter table customers add column is_searchable BOOLEAN not null default false`,
    `create index customers_unsearchable on customers (account_id, id) where not is_searchable`,
    `create index customers_state_newest on customers (account_id, is_deleted, created_at desc, id desc)`,
  ],
};
