import type { SchemaStep } from '../src/platform/database/migrate.ts';

const DIGITS = `'0123456789'`;
const afterDigits = (text: string): string => `ltrim(${text}, ${DIGITS})`;
const digits = (text: string): string => `substr(${text}, 1, length(${text}) - length(${afterDigits(text)}))`;
const nextPart = (text: string): string => `substr(${afterDigits(text)}, 2)`;
const asNumber = (text: string): string => `cast(${text} as INTEGER)`;

/**
 * Files have their own rows, written when all of their bytes are stored, and releases refer to them; an upload is a
 * file in transit. Releases have a channel, a place in the order of versions, and can be yanked.
 */
export const uploads: SchemaStep = {
  name: '0021-uploads',
  statements: [
    `alter table releases add column channel TEXT not null default 'stable'`,
    `alter table releases add column minimum_version TEXT`,
    `alter table releases add column yanked_at TIMESTAMP`,
    `alter table releases add column yank_reason TEXT`,
    `alter table releases add column revision INTEGER not null default 1`,
    `alter table releases add column version_major INTEGER not null default 0`,
    `alter table releases add column version_minor INTEGER not null default 0`,
    `alter table releases add column version_patch INTEGER not null default 0`,
    `update releases set version_major = ${asNumber(digits('version'))},
      version_minor = ${asNumber(digits(nextPart('version')))},
      version_patch = ${asNumber(nextPart(nextPart('version')))}`,
    `create index releases_newest on releases
      (account_id, product_id, version_major desc, version_minor desc, version_patch desc)`,
    `create table uploads (
      account_id TEXT not null references accounts (id),
      key TEXT not null,
      content_type TEXT not null,
      size_bytes INTEGER check (size_bytes > 0),
      sha256 TEXT,
      part_bytes INTEGER check (part_bytes > 0),
      created_at TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      assembled_until TIMESTAMP,
      primary key (account_id, key),
      check (part_bytes is null or size_bytes is not null)
    )`,
    `create index uploads_expiry on uploads (expires_at)`,
    `create table release_files (
      account_id TEXT not null references accounts (id),
      key TEXT not null,
      size_bytes INTEGER not null,
      sha256 TEXT not null,
      sha512 TEXT,
      content_type TEXT not null,
      storage_key TEXT not null,
      stored_at TIMESTAMP not null,
      unused_since TIMESTAMP,
      primary key (account_id, key)
    )`,
    `create index release_files_unused on release_files (unused_since) where unused_since is not null`,
    `insert into release_files (account_id, key, size_bytes, sha256, content_type, storage_key, stored_at)
      select d.account_id, d.download_key, d.size_bytes, d.sha256, 'application/octet-stream', d.storage_key, r.created_at
      from release_downloads d
      join releases r on r.account_id = d.account_id and r.product_id = d.product_id and r.version = d.version`,
    `drop index release_downloads_file`,
    `alter table release_downloads rename to release_downloads_before`,
    `create table release_downloads (
      account_id TEXT not null,
      product_id TEXT not null,
      version TEXT not null,
      download_key TEXT not null,
      name TEXT not null,
      platform TEXT not null check (platform in ('Universal', 'Windows', 'Mac', 'Linux', 'iOS', 'Android')),
      size_bytes INTEGER not null,
      sha256 TEXT not null,
      storage_key TEXT not null,
      primary key (account_id, product_id, version, download_key),
      foreign key (account_id, product_id, version) references releases (account_id, product_id, version),
      foreign key (account_id, download_key) references release_files (account_id, key)
    )`,
    `insert into release_downloads (account_id, product_id, version, download_key, name, platform, size_bytes, sha256,
        storage_key)
      select account_id, product_id, version, download_key, name, platform, size_bytes, sha256, storage_key
      from release_downloads_before`,
    `drop table release_downloads_before`,
    `create unique index release_downloads_name on release_downloads (account_id, product_id, version, platform, name)`,
    `create index release_downloads_file on release_downloads (account_id, download_key)`,
  ],
};
