import type { SchemaStep } from '../src/platform/database/database.ts';

/** When the owner of a license first downloaded what an upgrade or renewal gave: what a buyer has used (commerce, Withdrawal). */
export const downloadsOfChanges: SchemaStep = {
  name: '0053-downloads-of-changes',
  worksWith: '0016-withdrawals',
  statements: [`alter table license_changes add column downloaded_at TIMESTAMP`],
  indexes: [],
};
