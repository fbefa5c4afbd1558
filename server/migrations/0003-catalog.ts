import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Discounts and offers, and the lists in which a merchant pages through them. */
export const catalog: SchemaStep = {
  name: '0003-catalog',
  statements: [
    `create table discounts (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      name TEXT not null,
      description TEXT,
      benefit JSON not null,
      is_exclusive BOOLEAN not null,
      starts_at TIMESTAMP,
      ends_at TIMESTAMP,
      targets JSON not null,
      audience JSON not null,
      utm JSON not null,
      currencies JSON not null,
      is_archived BOOLEAN not null default false,
      revision INTEGER not null default 1,
      created_at TIMESTAMP not null,
      updated_at TIMESTAMP not null,
      primary key (account_id, id),
      check (starts_at is null or ends_at is null or starts_at < ends_at)
    )`,
    `create index discounts_newest on discounts (account_id, created_at desc, id desc)`,
    `create table offers (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      name TEXT not null,
      description TEXT,
      benefit JSON not null,
      is_exclusive BOOLEAN not null,
      starts_at TIMESTAMP,
      ends_at TIMESTAMP,
      target JSON not null,
      relevant_items JSON not null,
      minimum_items INTEGER not null check (minimum_items >= 0),
      position INTEGER not null default 0,
      is_archived BOOLEAN not null default false,
      revision INTEGER not null default 1,
      created_at TIMESTAMP not null,
      updated_at TIMESTAMP not null,
      primary key (account_id, id),
      check (starts_at is null or ends_at is null or starts_at < ends_at)
    )`,
    `create index offers_newest on offers (account_id, created_at desc, id desc)`,
  ],
};
