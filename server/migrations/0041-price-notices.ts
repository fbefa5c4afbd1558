import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The mail that has announced the next price of a subscription, when the mail server took it, and when it refused it for
 * good. All are null where the release before has announced it: then it counts as not told.
 */
export const priceNotices: SchemaStep = {
  name: '0041-price-notices',
  worksWith: '0016-withdrawals',
  statements: [
    `alter table subscriptions add column next_price_mail_id TEXT`,
    `alter table subscriptions add column next_price_sent_at TIMESTAMP`,
    `alter table subscriptions add column next_price_failed_at TIMESTAMP`,
  ],
};
