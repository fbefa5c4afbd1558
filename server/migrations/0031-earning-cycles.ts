import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The first period whose payment leads to what the plan of a subscription promises. Null: that from which its payments are
 * counted.
 */
export const earningCycles: SchemaStep = {
  name: '0031-earning-cycles',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscriptions add column earns_from INTEGER`],
  indexes: [],
};
