import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * A day's counts are in several rows, their stripes: with one row, every counting transaction would wait for the commit
 * of the previous one.
 */
export const stripedCounts: SchemaStep = {
  name: '0005-striped-counts',
  statements: [
    `create table usage_counts (
      account_id TEXT not null,
      product_id TEXT not null,
      usage_day TEXT not null,
      kind TEXT not null check (kind in ('License', 'Trial')),
      app_version TEXT not null,
      platform TEXT not null,
      stripe INTEGER not null,
      devices INTEGER not null,
      primary key (account_id, usage_day, product_id, kind, app_version, platform, stripe),
      foreign key (account_id, product_id) references products (account_id, id)
    )`,
    `insert into usage_counts
      select account_id, product_id, usage_day, kind, app_version, platform, 0, devices from usage_days`,
    `drop table usage_days`,
    `create table trial_counts (
      account_id TEXT not null,
      product_id TEXT not null,
      usage_day TEXT not null,
      stripe INTEGER not null,
      started INTEGER not null default 0,
      converted INTEGER not null default 0,
      primary key (account_id, usage_day, product_id, stripe),
      foreign key (account_id, product_id) references products (account_id, id)
    )`,
    `insert into trial_counts
      select account_id, product_id, usage_day, 0, started, converted from trial_days`,
    `drop table trial_days`,
  ],
};
