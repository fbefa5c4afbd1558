import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** What a provider tells about money that arrived, and what kind of goods a product is for its tax calculation. */
export const paymentDetails: SchemaStep = {
  name: '0031-payment-details',
  statements: [
    `alter table payments add column details JSON`,
    `alter table products add column tax_code TEXT`,
  ],
};
