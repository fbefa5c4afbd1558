import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * A rotated API key has two secrets for a while. Keys and accounts have revisions, for ETags; a key from before has no
 * prefix, because its secret is not stored.
 */
export const keyRotation: SchemaStep = {
  name: '0024-key-rotation',
  statements: [
    `alter table api_keys add column prefix TEXT`,
    `alter table api_keys add column previous_hash TEXT`,
    `alter table api_keys add column previous_expires_at TIMESTAMP`,
    `alter table api_keys add column revision INTEGER not null default 1`,
    `create unique index api_keys_previous_hash on api_keys (previous_hash)`,
    `create index api_keys_newest on api_keys (account_id, created_at, id)`,
    `alter table accounts add column revision INTEGER not null default 1`,
  ],
};
