import type { SchemaStep } from '../src/platform/database/migrate.ts';

/**
 * Carts of guests store the origin of their billing details, so that a checkout page elsewhere does not show them; and
 * the reports of a payment are found when it was discarded.
 */
export const billingOrigins: SchemaStep = {
  name: '0017-billing-origins',
  statements: [
    `alter table orders add column billing_origin TEXT`,
    `create index payment_events_payment on payment_events (account_id, payment_id)`,
  ],
};
