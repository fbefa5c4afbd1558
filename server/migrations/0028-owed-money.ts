import type { SchemaStep } from '../src/platform/database/database.ts';

/** What has to go back of an order that was paid for nothing, or too much, until refunds cover it. */
export const owedMoney: SchemaStep = {
  name: '0028-owed-money',
  worksWith: '0016-withdrawals',
  statements: [`alter table orders add column owed JSON`],
  indexes: [],
};
