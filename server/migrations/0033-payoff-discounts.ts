import type { SchemaStep } from '../src/platform/database/database.ts';

/** The share off what is left of a rent to own, in basis points, for who pays it at once. Null: none. */
export const payoffDiscounts: SchemaStep = {
  name: '0033-payoff-discounts',
  worksWith: '0016-withdrawals',
  statements: [
    `alter table subscriptions add column payoff_basis_points INTEGER
      check (payoff_basis_points is null or payoff_basis_points between 1 and 9999)`,
  ],
  indexes: [],
};
