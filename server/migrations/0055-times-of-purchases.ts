import type { SchemaStep } from '../src/platform/database/database.ts';

/** When the payment of a license, or of a change of one, began: that decides about windows of grace (policies section 2). */
export const timesOfPurchases: SchemaStep = {
  name: '0055-times-of-purchases',
  worksWith: '0016-withdrawals',
  statements: [
    `alter table licenses add column bought_at TIMESTAMP`,
    `alter table license_changes add column bought_at TIMESTAMP`,
  ],
  indexes: [],
};
