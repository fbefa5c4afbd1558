import type { SchemaStep } from '../src/platform/database/database.ts';

/** When the owner of a license first downloaded its product: what a buyer has used (commerce, Withdrawal). */
export const firstDownloads: SchemaStep = {
  name: '0046-first-downloads',
  worksWith: '0016-withdrawals',
  statements: [`alter table licenses add column downloaded_at TIMESTAMP`],
  indexes: [],
};
