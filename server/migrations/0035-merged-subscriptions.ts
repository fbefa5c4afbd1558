import type { SchemaStep } from '../src/platform/database/database.ts';

/** The subscription that one which has ended was merged into, and how many of its paid cycles count there. */
const statements = [
  `alter table subscriptions add column merged_into TEXT`,
  `alter table subscriptions add column merged_cycles INTEGER check (merged_cycles is null or merged_cycles >= 0)`,
];

export const mergedSubscriptions: SchemaStep = {
  name: '0035-merged-subscriptions',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [
    `create index subscriptions_merged on subscriptions (account_id, merged_into) where merged_into is not null`,
  ],
};
