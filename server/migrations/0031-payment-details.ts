import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** A provider's facts about received money, and the kind of goods of a product for its tax calculation. */
export const paymentDetails: SchemaStep = {
  name: '0031-payment-details',
  statements: [
    `alter table payments add column details JSON`,
    `alter table products add column tax_code TEXT`,
  ],
};
