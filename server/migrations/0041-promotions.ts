import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Discounts that the storefront shows, and the number of payments of a subscription that a discount reduces. */
export const promotions: SchemaStep = {
  name: '0041-promotions',
  statements: [
    `create table promotions (
      account_id TEXT not null,
      id TEXT not null,
      name TEXT not null,
      description TEXT,
      discount_id TEXT not null,
      image_url TEXT,
      cta JSON,
      display JSON not null,
      properties JSON not null,
      position INTEGER not null default 0,
      is_archived BOOLEAN not null default false,
      revision INTEGER not null default 1,
      created_at TIMESTAMP not null,
      updated_at TIMESTAMP not null,
      primary key (account_id, id),
      foreign key (account_id, discount_id) references discounts (account_id, id)
    )`,
    `create index promotions_newest on promotions (account_id, created_at desc, id desc)`,
    `create index promotions_discount on promotions (account_id, discount_id)`,
    `alter table discounts add column recurring_payment_use_count INTEGER check (recurring_payment_use_count > 0)`,
  ],
};
