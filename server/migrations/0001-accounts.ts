import type { SchemaStep } from '../src/platform/database/database.ts';

/** `is_demo` distinguishes the demo shop from an account that a vendor names “demo”. */
const accountTables = [
  `create table accounts (
    id TEXT not null primary key,
    name TEXT not null,
    settings JSON not null,
    data_key TEXT not null,
    is_default BOOLEAN not null default false,
    is_demo BOOLEAN not null default false,
    closure TEXT check (closure in ('Closed', 'Released')),
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null
  )`,
  `create unique index accounts_one_default on accounts (is_default) where is_default`,
  `create table account_domains (
    domain TEXT not null primary key,
    account_id TEXT not null references accounts (id),
    position INTEGER not null default 0
  )`,
  `create index account_domains_account on account_domains (account_id, position)`,
];

/** A rotated API key has two secrets for a while; both are stored as hashes. */
const keys = [
  `create table api_keys (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    name TEXT not null,
    key_hash TEXT not null,
    scopes JSON not null,
    prefix TEXT,
    previous_hash TEXT,
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP,
    revoked_at TIMESTAMP,
    last_used_at TIMESTAMP,
    previous_expires_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create unique index api_keys_hash on api_keys (key_hash)`,
  `create unique index api_keys_previous_hash on api_keys (previous_hash)`,
  `create index api_keys_newest on api_keys (account_id, created_at, id)`,
  `create table signing_keys (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    purpose TEXT not null check (purpose in ('License', 'Access')),
    algorithm TEXT not null,
    public_pem TEXT not null,
    private_sealed TEXT not null,
    status TEXT not null check (status in ('Active', 'Retired')),
    created_at TIMESTAMP not null,
    retired_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create unique index signing_keys_one_active on signing_keys (account_id, purpose) where status = 'Active'`,
];

/** Accounts with their domains and API keys, and the keys that sign licenses and sessions. */
export const accounts: SchemaStep = {
  name: '0001-accounts',
  statements: [...accountTables, ...keys],
};
