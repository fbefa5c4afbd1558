import type { SchemaStep } from '../src/platform/database/database.ts';

/** What lets an operator in who has lost the device of their one-time codes; a code that was used is no row. */
export const operatorCodes: SchemaStep = {
  name: '0032-operator-codes',
  worksWith: '0016-withdrawals',
  statements: [
    `create table operator_recovery_codes (
      account_id TEXT not null,
      operator_id TEXT not null,
      code_hash TEXT not null,
      created_at TIMESTAMP not null,
      primary key (account_id, operator_id, code_hash),
      foreign key (account_id, operator_id) references operators (account_id, id)
    )`,
  ],
};
