import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The saved method that the renewals of a subscription are charged to, and the mails about the open one: when its buyer
 * was first asked to pay it, and how often.
 */
const statements = [
  `alter table subscriptions add column method_id TEXT`,
  `alter table subscriptions add column asked_at TIMESTAMP`,
  `alter table subscriptions add column asks INTEGER not null default 0`,
];

export const charges: SchemaStep = {
  name: '0017-charges',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [
    `create index subscriptions_method on subscriptions (account_id, method_id) where method_id is not null`,
  ],
};
