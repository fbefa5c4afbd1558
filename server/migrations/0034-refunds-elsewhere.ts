import type { SchemaStep } from '../src/platform/database/database.ts';

/** Refunds whose money the vendor has returned in another way than by the payment provider. */
export const refundsElsewhere: SchemaStep = {
  name: '0034-refunds-elsewhere',
  worksWith: '0016-withdrawals',
  statements: [`alter table refunds add column is_elsewhere BOOLEAN not null default false`],
  indexes: [],
};
