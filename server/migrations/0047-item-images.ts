import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Images of products and bundles. The slots limit their number; the order is that of the positions. */
export const itemImages: SchemaStep = {
  name: '0047-item-images',
  statements: [
    `create table item_images (
      account_id TEXT not null,
      id TEXT not null,
      product_id TEXT,
      bundle_id TEXT,
      slot INTEGER not null check (slot between 1 and 10),
      extension TEXT not null check (extension in ('png', 'jpg', 'webp', 'avif')),
      sha256 TEXT not null,
      size_bytes INTEGER not null,
      width INTEGER not null,
      height INTEGER not null,
      alt TEXT not null,
      position INTEGER not null,
      created_at TIMESTAMP not null,
      primary key (account_id, id),
      unique (account_id, product_id, slot),
      unique (account_id, bundle_id, slot),
      check ((product_id is null) <> (bundle_id is null)),
      foreign key (account_id, product_id) references products (account_id, id),
      foreign key (account_id, bundle_id) references bundles (account_id, id)
    )`,
  ],
};
