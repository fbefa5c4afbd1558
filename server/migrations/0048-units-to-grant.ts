import type { SchemaStep } from '../src/platform/database/database.ts';

/** Units that were added to a subscription and begin with a renewal get their licenses once that is paid. */
export const unitsToGrant: SchemaStep = {
  name: '0048-units-to-grant',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscriptions add column units_to_grant INTEGER not null default 0`],
  indexes: [],
};
