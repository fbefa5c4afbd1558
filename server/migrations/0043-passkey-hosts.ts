import type { SchemaStep } from '../src/platform/database/database.ts';

/** The host on which a passkey works; null: it was made before this was kept. */
export const passkeyHosts: SchemaStep = {
  name: '0043-passkey-hosts',
  worksWith: '0016-withdrawals',
  statements: [`alter table operator_passkeys add column rp_id TEXT`],
  indexes: [],
};
