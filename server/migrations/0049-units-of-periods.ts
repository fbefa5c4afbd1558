import type { SchemaStep } from '../src/platform/database/database.ts';

/** A paid period leads to owning as many units as it was paid for. Null, as in what was paid before: all of them. */
export const unitsOfPeriods: SchemaStep = {
  name: '0049-units-of-periods',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscription_periods add column units INTEGER`],
  indexes: [],
};
