import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The mail that has announced the next price of a subscription, the price and the day that it named, when the mail server
 * took it, and when it refused it for good. The release before names no mail: what it announces later, beside this one, counts
 * as not told. What it has announced already was told at least 30 days before its day; when is not known, so the beginning of
 * the subscription stands for it.
 */
export const priceNotices: SchemaStep = {
  name: '0041-price-notices',
  worksWith: '0016-withdrawals',
  statements: [
    `alter table subscriptions add column next_price_mail_id TEXT`,
    `alter table subscriptions add column next_price_mail_minor INTEGER`,
    `alter table subscriptions add column next_price_mail_from TIMESTAMP`,
    `alter table subscriptions add column next_price_sent_at TIMESTAMP`,
    `alter table subscriptions add column next_price_failed_at TIMESTAMP`,
    `update subscriptions set next_price_mail_minor = next_price_minor, next_price_mail_from = next_price_from,
      next_price_sent_at = started_at where next_price_minor is not null`,
  ],
};
