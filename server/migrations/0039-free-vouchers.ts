import type { SchemaStep } from '../src/platform/database/database.ts';

/** Whether the codes of a batch are given away: nobody has paid for their licenses. */
export const freeVouchers: SchemaStep = {
  name: '0039-free-vouchers',
  worksWith: '0016-withdrawals',
  statements: [`alter table voucher_batches add column is_free BOOLEAN not null default false`],
  indexes: [],
};
