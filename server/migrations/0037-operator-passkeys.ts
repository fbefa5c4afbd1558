import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * Passkeys, with which operators sign in, and the challenges that a passkey signs, or that the vendor's own provider
 * gives back: each for one use.
 */
export const operatorPasskeys: SchemaStep = {
  name: '0037-operator-passkeys',
  worksWith: '0016-withdrawals',
  statements: [
    `create table operator_passkeys (
      account_id TEXT not null,
      id TEXT not null,
      operator_id TEXT not null,
      credential_id TEXT not null,
      public_key TEXT not null,
      counter INTEGER not null,
      transports TEXT not null,
      name TEXT not null,
      created_at TIMESTAMP not null,
      last_used_at TIMESTAMP,
      primary key (account_id, id),
      foreign key (account_id, operator_id) references operators (account_id, id)
    )`,
    `create unique index operator_passkeys_credential on operator_passkeys (account_id, credential_id)`,
    `create index operator_passkeys_newest on operator_passkeys (account_id, operator_id, created_at, id)`,
    `create table operator_challenges (
      account_id TEXT not null references accounts (id),
      challenge_hash TEXT not null,
      purpose TEXT not null check (
        purpose in ('SignIn', 'Confirmation', 'Registration', 'Welcome', 'ProviderSignIn', 'ProviderConfirmation')
      ),
      session_id TEXT,
      expires_at TIMESTAMP not null,
      primary key (account_id, challenge_hash),
      foreign key (account_id, session_id) references operator_sessions (account_id, id) on delete cascade,
      check ((purpose in ('SignIn', 'Welcome', 'ProviderSignIn')) = (session_id is null))
    )`,
    `create index operator_challenges_session on operator_challenges (account_id, session_id)`,
    `create index operator_challenges_end on operator_challenges (expires_at)`,
  ],
};
