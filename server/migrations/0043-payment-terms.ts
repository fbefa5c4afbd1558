import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The seller and the issuer of a payment's documents at the time it began. */
export const paymentTerms: SchemaStep = {
  name: '0043-payment-terms',
  statements: [`alter table payments add column terms JSON`],
};
