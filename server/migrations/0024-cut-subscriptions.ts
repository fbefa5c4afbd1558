import type { SchemaStep } from '../src/platform/database/database.ts';

/** What the return of its money has cut off a subscription, to be given back if the money comes back. */
const statements = [`alter table subscriptions add column cut JSON`];

export const cutSubscriptions: SchemaStep = {
  name: '0024-cut-subscriptions',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [],
};
