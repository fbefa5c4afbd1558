import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Indexes for lookups that would read a whole account: the payments of an order, and empty subscriptions. */
export const lookupIndexes: SchemaStep = {
  name: '0007-lookup-indexes',
  statements: [
    `create index payments_order on payments (account_id, order_id, created_at desc, id desc)`,
    `create index newsletter_subscriptions_empty on newsletter_subscriptions (code_expires_at)
      where not is_newsletter and not is_product_updates`,
  ],
};
