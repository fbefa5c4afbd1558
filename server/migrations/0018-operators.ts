import type { SchemaStep } from '../src/platform/database/database.ts';

/**
 * The people who work for a vendor, their sessions, and the links with which they set a password. The row of somebody
 * who was removed stays, so that the journal keeps their name; their email is free again.
 */
const statements = [
  `create table operators (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    email TEXT not null,
    email_key TEXT not null,
    name TEXT not null,
    role TEXT not null check (role in ('Owner', 'Admin', 'Support', 'Finance', 'Developer', 'ReadOnly')),
    password_hash TEXT,
    totp_sealed TEXT,
    totp_pending_sealed TEXT,
    totp_step INTEGER,
    created_at TIMESTAMP not null,
    joined_at TIMESTAMP,
    last_signed_in_at TIMESTAMP,
    removed_at TIMESTAMP,
    revision INTEGER not null default 1,
    primary key (account_id, id)
  )`,
  `create unique index operators_email on operators (account_id, email_key) where removed_at is null`,
  `create index operators_newest on operators (account_id, created_at, id)`,
  `create table operator_sessions (
    account_id TEXT not null,
    id TEXT not null,
    operator_id TEXT not null,
    token_hash TEXT not null,
    created_at TIMESTAMP not null,
    last_used_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    confirmed_at TIMESTAMP,
    user_agent TEXT,
    primary key (account_id, id),
    foreign key (account_id, operator_id) references operators (account_id, id)
  )`,
  `create unique index operator_sessions_token on operator_sessions (account_id, token_hash)`,
  `create index operator_sessions_newest on operator_sessions (account_id, operator_id, created_at, id)`,
  `create index operator_sessions_end on operator_sessions (expires_at)`,
  `create table operator_links (
    account_id TEXT not null references accounts (id),
    code_hash TEXT not null,
    purpose TEXT not null check (purpose in ('SetUp', 'Invitation', 'Reset')),
    operator_id TEXT,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    primary key (account_id, code_hash),
    foreign key (account_id, operator_id) references operators (account_id, id),
    check ((purpose = 'SetUp') = (operator_id is null))
  )`,
  `create unique index operator_links_one_each on operator_links (account_id, operator_id)`,
  `create unique index operator_links_one_set_up on operator_links (account_id) where purpose = 'SetUp'`,
  `create index operator_links_end on operator_links (expires_at)`,
];

export const operators: SchemaStep = { name: '0018-operators', worksWith: '0016-withdrawals', statements };
