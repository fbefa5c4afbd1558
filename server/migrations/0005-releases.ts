import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * A file has a row once all of its bytes are stored; an upload is a file in transit, whose parts are written one at a
 * time.
 */
const files = [
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
  `create table upload_part_holds (
    account_id TEXT not null,
    key TEXT not null,
    number INTEGER not null,
    held_until TIMESTAMP not null,
    primary key (account_id, key, number),
    foreign key (account_id, key) references uploads (account_id, key) on delete cascade
  )`,
  `create table release_files (
    account_id TEXT not null references accounts (id),
    key TEXT not null,
    size_bytes INTEGER not null,
    sha256 TEXT not null,
    sha512 TEXT,
    content_type TEXT not null,
    storage_key TEXT not null,
    sha1 TEXT,
    stored_at TIMESTAMP not null,
    unused_since TIMESTAMP,
    primary key (account_id, key)
  )`,
  `create index release_files_unused on release_files (unused_since) where unused_since is not null`,
];

/** A release has a channel and a place in the order of versions, and can be yanked. Its downloads refer to files. */
const versions = [
  `create table releases (
    account_id TEXT not null,
    product_id TEXT not null,
    version TEXT not null,
    description TEXT,
    channel TEXT not null default 'stable',
    minimum_version TEXT,
    yank_reason TEXT,
    version_major INTEGER not null default 0,
    version_minor INTEGER not null default 0,
    version_patch INTEGER not null default 0,
    published_at TIMESTAMP,
    is_security_fix BOOLEAN not null default false,
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null,
    yanked_at TIMESTAMP,
    primary key (account_id, product_id, version),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `create index releases_newest on releases
    (account_id, product_id, version_major desc, version_minor desc, version_patch desc)`,
  `create index releases_offered on releases
    (account_id, product_id, channel, version_major desc, version_minor desc, version_patch desc)
    where published_at is not null and yanked_at is null`,
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
    arch TEXT not null default 'Unknown' check (arch in ('Unknown', 'Universal', 'X86', 'X64', 'Arm', 'Arm64')),
    signatures JSON,
    build_version TEXT,
    minimum_system_version TEXT,
    primary key (account_id, product_id, version, download_key),
    foreign key (account_id, product_id, version) references releases (account_id, product_id, version),
    foreign key (account_id, download_key) references release_files (account_id, key)
  )`,
  `create unique index release_downloads_name on release_downloads
    (account_id, product_id, version, platform, name)`,
  `create index release_downloads_file on release_downloads (account_id, download_key)`,
];

/** Releases and their files. */
export const releases: SchemaStep = {
  name: '0005-releases',
  statements: [...files, ...versions],
};
