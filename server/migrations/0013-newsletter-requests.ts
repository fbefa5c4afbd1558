import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The subscriptions and the name in a request for the newsletter. */
export const newsletterRequests: SchemaStep = {
  name: '0013-newsletter-requests',
  statements: [
    `alter table newsletter_subscriptions add column name TEXT`,
    `alter table newsletter_subscriptions add column wants_newsletter BOOLEAN not null default true`,
    `alter table newsletter_subscriptions add column wants_product_updates BOOLEAN not null default false`,
  ],
};
