import type { SchemaStep } from '../src/platform/database/database.ts';

/** What refunds of units have taken off a subscription, for those that fail. Null, as in what went back before: unknown. */
export const unitReturns: SchemaStep = {
  name: '0054-unit-returns',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscriptions add column unit_returns JSON`],
  indexes: [],
};
