import type { SchemaStep } from '../src/platform/database/database.ts';

/** Data that the sessions of a customer have prepared, such as checkout links, ends with its `session_epoch`. */
const customerTables = [
  `create table customers (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    name TEXT,
    business_name TEXT,
    tax_id TEXT,
    email TEXT not null,
    email_key TEXT not null,
    is_email_confirmed BOOLEAN not null,
    phone TEXT,
    address JSON,
    password_hash TEXT,
    accepts_newsletter BOOLEAN not null,
    accepts_product_updates BOOLEAN not null,
    privacy_accepted_at TIMESTAMP,
    terms_accepted_at TIMESTAMP,
    properties JSON not null,
    session_epoch INTEGER not null default 0,
    external_id TEXT,
    is_deleted BOOLEAN not null default false,
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null,
    newsletter_opted_in_at TIMESTAMP,
    product_updates_opted_in_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create unique index customers_email on customers (account_id, email_key)`,
  `create index customers_newest on customers (account_id, created_at desc, id desc)`,
  `create unique index customers_external on customers (account_id, external_id)`,
  `create index customers_state_newest on customers (account_id, is_deleted, created_at desc, id desc)`,
  `create table customer_search_terms (
    account_id TEXT not null,
    customer_id TEXT not null,
    term TEXT not null,
    primary key (account_id, customer_id, term),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index customer_search_terms_lookup on customer_search_terms (account_id, term, customer_id)`,
  `create table newsletter_subscriptions (
    account_id TEXT not null references accounts (id),
    email_key TEXT not null,
    email TEXT not null,
    is_newsletter BOOLEAN not null,
    is_product_updates BOOLEAN not null,
    code_hash TEXT,
    code_expires_at TIMESTAMP,
    name TEXT,
    wants_newsletter BOOLEAN not null default true,
    wants_product_updates BOOLEAN not null default false,
    requested_at TIMESTAMP not null,
    confirmed_at TIMESTAMP,
    changed_at TIMESTAMP not null,
    primary key (account_id, email_key)
  )`,
  `create index newsletter_subscriptions_empty on newsletter_subscriptions (code_expires_at)
    where not is_newsletter and not is_product_updates`,
];

const sessions = [
  `create table sessions (
    account_id TEXT not null,
    id TEXT not null,
    customer_id TEXT not null,
    generation INTEGER not null,
    token_sealed TEXT not null,
    rotated_at TIMESTAMP not null,
    user_agent TEXT,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    revoked_reason TEXT,
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index sessions_customer on sessions (account_id, customer_id)`,
  `create index sessions_expiry on sessions (expires_at)`,
  `create table refresh_tokens (
    account_id TEXT not null,
    token_hash TEXT not null,
    session_id TEXT not null,
    generation INTEGER not null,
    primary key (account_id, token_hash),
    foreign key (account_id, session_id) references sessions (account_id, id) on delete cascade
  )`,
  `create unique index refresh_tokens_generation on refresh_tokens (account_id, session_id, generation)`,
];

/**
 * Codes sent by mail. An email change can be undone from the previous address; the codes of receipts (`address_codes`)
 * prove an address no matter who has it by then.
 */
const codes = [
  `create table identity_codes (
    account_id TEXT not null,
    customer_id TEXT not null,
    purpose TEXT not null check (purpose in ('ConfirmAccount', 'ConfirmEmail', 'ChangeEmail', 'DenyAccount', 'ResetPassword')),
    code_hash TEXT not null,
    email TEXT not null,
    email_key TEXT not null,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    primary key (account_id, customer_id, purpose),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create unique index identity_codes_hash on identity_codes (account_id, code_hash)`,
  `create index identity_codes_expiry on identity_codes (expires_at)`,
  `create table email_changes (
    account_id TEXT not null,
    customer_id TEXT not null,
    id TEXT not null,
    email TEXT not null,
    email_key TEXT not null,
    was_confirmed BOOLEAN not null,
    changed_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    primary key (account_id, customer_id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index email_changes_email on email_changes (account_id, email_key)`,
  `create index email_changes_expiry on email_changes (expires_at)`,
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
];

/** Customers, and how they prove who they are. */
export const customers: SchemaStep = {
  name: '0003-customers',
  statements: [...customerTables, ...sessions, ...codes],
};
