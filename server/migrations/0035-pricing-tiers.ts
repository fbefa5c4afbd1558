import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Prices for larger quantities. */
export const pricingTiers: SchemaStep = {
  name: '0035-pricing-tiers',
  statements: [`alter table variations add column pricing_tiers JSON not null default '[]'`],
};
