import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** The vendor's own tax rates. Days are text, YYYY-MM-DD; a millionth of the price is precise enough for a rate. */
export const taxRates: SchemaStep = {
  name: '0040-tax-rates',
  statements: [
    `create table tax_rates (
      account_id TEXT not null references accounts (id),
      id TEXT not null,
      country TEXT not null,
      region TEXT,
      rate_millionths INTEGER not null check (rate_millionths between 0 and 1000000),
      reason TEXT not null check (reason in ('Standard', 'ZeroRated', 'Exempt')),
      targets JSON not null,
      first_day TEXT,
      last_day TEXT,
      revision INTEGER not null,
      created_at TIMESTAMP not null,
      updated_at TIMESTAMP not null,
      primary key (account_id, id),
      check (first_day <= last_day),
      check (reason = 'Standard' or rate_millionths = 0)
    )`,
    'create index tax_rates_newest on tax_rates (account_id, created_at desc, id desc)',
  ],
};
