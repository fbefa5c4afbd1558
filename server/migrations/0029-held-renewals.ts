import type { SchemaStep } from '../src/platform/database/database.ts';

/** Since when a renewal cannot be charged by a fault of the shop, and when that was tried last. */
export const heldRenewals: SchemaStep = {
  name: '0029-held-renewals',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscriptions add column fault JSON`],
  indexes: [],
};
