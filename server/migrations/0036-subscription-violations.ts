import type { SchemaStep } from '../src/platform/database/database.ts';

/** The rule that the nightly check has found broken in a subscription, for the dashboard. Null: none. */
export const subscriptionViolations: SchemaStep = {
  name: '0036-subscription-violations',
  worksWith: '0016-withdrawals',
  statements: [`alter table subscriptions add column violation TEXT`],
  indexes: [
    `create index subscriptions_violation on subscriptions (account_id, created_at, id) where violation is not null`,
  ],
};
