import type { SchemaStep } from '../src/platform/database/database.ts';

/** Sounds and films of products and bundles, and pictures that stand for a film on another site. */
export const itemMedia: SchemaStep = {
  name: '0025-item-media',
  worksWith: '0016-withdrawals',
  statements: [
    `create table item_media (
    account_id TEXT not null,
    id TEXT not null,
    product_id TEXT,
    bundle_id TEXT,
    slot INTEGER not null check (slot between 1 and 10),
    extension TEXT not null check (extension in ('mp3', 'm4a', 'ogg', 'flac', 'wav', 'mp4', 'webm')),
    sha256 TEXT not null,
    size_bytes INTEGER not null,
    title TEXT not null,
    position INTEGER not null,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    unique (account_id, product_id, slot),
    unique (account_id, bundle_id, slot),
    check ((product_id is null) <> (bundle_id is null)),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, bundle_id) references bundles (account_id, id)
  )`,
    `alter table item_images add column video_url TEXT`,
  ],
};
