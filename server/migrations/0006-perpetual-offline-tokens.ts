import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** A product's offline tokens may last as long as its licenses, whatever the account's settings say. */
export const perpetualOfflineTokens: SchemaStep = {
  name: '0006-perpetual-offline-tokens',
  statements: [
    `alter table product_licensing add column is_offline_perpetual BOOLEAN not null default false`,
  ],
};
