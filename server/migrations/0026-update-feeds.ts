import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * A download has a processor, and data that updaters check: a SHA-1, and the vendor's signatures. Feeds find the
 * releases of a channel without reading others; the parts of an upload are written one at a time.
 */
export const updateFeeds: SchemaStep = {
  name: '0026-update-feeds',
  statements: [
    `alter table release_downloads add column arch TEXT not null default 'Unknown'
      check (arch in ('Unknown', 'Universal', 'X86', 'X64', 'Arm', 'Arm64'))`,
    `alter table release_downloads add column signatures JSON`,
    `alter table release_downloads add column build_version TEXT`,
    `alter table release_downloads add column minimum_system_version TEXT`,
    `alter table release_files add column sha1 TEXT`,
    `create index releases_offered on releases
      (account_id, product_id, channel, version_major desc, version_minor desc, version_patch desc)
      where published_at is not null and yanked_at is null`,
    `create table upload_part_holds (
      account_id TEXT not null,
      key TEXT not null,
      number INTEGER not null,
      held_until TIMESTAMP not null,
      primary key (account_id, key, number),
      foreign key (account_id, key) references uploads (account_id, key) on delete cascade
    )`,
  ],
};
