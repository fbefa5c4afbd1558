import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** A product's offline tokens may last as long as its licenses, regardless of the account's settings. */
export const perpetualOfflineTokens: SchemaStep = {
  name: '0006-perpetual-offline-tokens',
  statements: [
    `alter table product_licensing add column is_offline_perpetual BOOLEAN not null default false`,
  ],
};
