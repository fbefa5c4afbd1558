import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The perpetual fallback of a subscription: after how many paid cycles in a row its licenses keep some versions for good,
 * and which ones they have earned so far. Null: it has none.
 */
const statements = [`alter table subscriptions add column fallback JSON`];

export const perpetualFallback: SchemaStep = {
  name: '0022-perpetual-fallback',
  worksWith: '0016-withdrawals',
  statements,
  indexes: [],
};
