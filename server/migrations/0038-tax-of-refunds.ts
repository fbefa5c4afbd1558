import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** A provider that charges tax on top of an amount returns it with the amount. */
export const taxOfRefunds: SchemaStep = {
  name: '0038-tax-of-refunds',
  statements: [`alter table refunds add column tax_minor INTEGER not null default 0 check (tax_minor >= 0)`],
};
