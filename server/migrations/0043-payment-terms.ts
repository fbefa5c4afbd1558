import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Who sells and who issues the documents of a payment: as it was when the payment began. */
export const paymentTerms: SchemaStep = {
  name: '0043-payment-terms',
  statements: [`alter table payments add column terms JSON`],
};
