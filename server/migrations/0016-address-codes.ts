import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** Codes of receipts, which prove an address no matter who has it by then. */
export const addressCodes: SchemaStep = {
  name: '0016-address-codes',
  statements: [
    `create table address_codes (
      account_id TEXT not null references accounts (id),
      code_hash TEXT not null,
      email TEXT not null,
      email_key TEXT not null,
      created_at TIMESTAMP not null,
      expires_at TIMESTAMP not null,
      primary key (account_id, code_hash)
    )`,
    `create index address_codes_email on address_codes (account_id, email_key)`,
    `create index address_codes_expiry on address_codes (expires_at)`,
  ],
};
