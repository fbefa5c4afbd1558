import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The saved method that the renewals of a subscription are charged to, and the mails about the open one: when its buyer
 * was first asked to pay it, and how often. Why a renewal is held; when its customer is told of the next one; until
 * when a subscription is paused; and the price that was announced to its customer: of one unit, in minor units, from a
 * day on.
 */
const statements = [
  `alter table subscriptions add column method_id TEXT`,
  `alter table subscriptions add column asked_at TIMESTAMP`,
  `alter table subscriptions add column asks INTEGER not null default 0`,
  `alter table subscriptions add column hold_reason TEXT`,
  `alter table subscriptions add column notice_at TIMESTAMP`,
  `alter table subscriptions add column paused_until TIMESTAMP`,
  `alter table subscriptions add column next_price_minor INTEGER`,
  `alter table subscriptions add column next_price_from TIMESTAMP`,
];

export const charges: SchemaStep = {
  name: '0017-charges',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [
    `create index subscriptions_method on subscriptions (account_id, method_id) where method_id is not null`,
    `create index subscriptions_variation on subscriptions (account_id, variation_id, id) where ended_at is null`,
  ],
};
