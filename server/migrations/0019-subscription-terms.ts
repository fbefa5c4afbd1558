import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * What variations with a billing cycle offer beside their price, and what subscriptions keep of it: the free days that they
 * began with, once for each customer and item, and after how many cycles their licenses never end.
 */
const statements = [
  `alter table variations add column subscription_terms JSON`,
  `alter table subscriptions add column free_days INTEGER`,
  `alter table subscriptions add column own_after_cycles INTEGER`,
];

export const subscriptionTerms: SchemaStep = {
  name: '0019-subscription-terms',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [
    `create unique index subscriptions_free_product on subscriptions (account_id, customer_id, product_id)
      where free_days > 0 and product_id is not null`,
    `create unique index subscriptions_free_bundle on subscriptions (account_id, customer_id, bundle_id)
      where free_days > 0 and bundle_id is not null`,
  ],
};
