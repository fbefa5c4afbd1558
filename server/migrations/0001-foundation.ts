import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** What every process of an instance shares: work to be done, counters, replayed answers. */
const platform = [
  `create table change_versions (
    account_id TEXT not null,
    topic TEXT not null,
    version INTEGER not null,
    primary key (account_id, topic)
  )`,
  `create table jobs (
    id TEXT not null primary key,
    account_id TEXT,
    kind TEXT not null,
    payload JSON not null,
    status TEXT not null check (status in ('Waiting', 'Dead')),
    run_at TIMESTAMP not null,
    attempts INTEGER not null default 0,
    lease_token TEXT,
    leased_until TIMESTAMP,
    last_error TEXT,
    created_at TIMESTAMP not null
  )`,
  `create index jobs_due on jobs (run_at, id) where status = 'Waiting'`,
  `create table rate_counters (
    counter_key TEXT not null primary key,
    hits INTEGER not null,
    resets_at TIMESTAMP not null
  )`,
  `create index rate_counters_expiry on rate_counters (resets_at)`,
  `create table idempotency_keys (
    account_id TEXT not null,
    caller TEXT not null,
    idempotency_key TEXT not null,
    fingerprint TEXT not null,
    response_status INTEGER,
    response_headers JSON,
    response_body TEXT,
    created_at TIMESTAMP not null,
    locked_until TIMESTAMP not null,
    primary key (account_id, caller, idempotency_key)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
];

const accounts = [
  `create table accounts (
    id TEXT not null primary key,
    name TEXT not null,
    settings JSON not null,
    data_key TEXT not null,
    is_default BOOLEAN not null default false,
    created_at TIMESTAMP not null
  )`,
  `create unique index accounts_one_default on accounts (is_default) where is_default`,
  `create table account_domains (
    domain TEXT not null primary key,
    account_id TEXT not null references accounts (id)
  )`,
  `create table api_keys (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    name TEXT not null,
    key_hash TEXT not null,
    scopes JSON not null,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP,
    revoked_at TIMESTAMP,
    last_used_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create unique index api_keys_hash on api_keys (key_hash)`,
  `create table signing_keys (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    purpose TEXT not null check (purpose in ('License', 'Access')),
    algorithm TEXT not null,
    public_pem TEXT not null,
    private_sealed TEXT not null,
    status TEXT not null check (status in ('Active', 'Retired')),
    created_at TIMESTAMP not null,
    retired_at TIMESTAMP,
    primary key (account_id, id)
  )`,
  `create unique index signing_keys_one_active on signing_keys (account_id, purpose) where status = 'Active'`,
  `create table mails (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    kind TEXT not null,
    recipient TEXT not null,
    subject TEXT not null,
    text_body TEXT not null,
    html_body TEXT not null,
    status TEXT not null check (status in ('Queued', 'Sent', 'Kept', 'Failed')),
    created_at TIMESTAMP not null,
    sent_at TIMESTAMP,
    primary key (account_id, id)
  )`,
];

const customers = [
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
    is_deleted BOOLEAN not null default false,
    created_at TIMESTAMP not null,
    primary key (account_id, id)
  )`,
  `create unique index customers_email on customers (account_id, email_key)`,
  `create index customers_newest on customers (account_id, created_at desc, id desc)`,
  `create table sessions (
    account_id TEXT not null,
    id TEXT not null,
    customer_id TEXT not null,
    generation INTEGER not null,
    token_sealed TEXT not null,
    rotated_at TIMESTAMP not null,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    revoked_reason TEXT,
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index sessions_customer on sessions (account_id, customer_id)`,
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

const catalog = [
  `create table products (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    name TEXT not null,
    tagline TEXT not null,
    description TEXT not null,
    website TEXT,
    icon_key TEXT,
    status TEXT not null check (status in ('Active', 'Inactive')),
    is_purchasable BOOLEAN not null,
    max_activations INTEGER not null check (max_activations >= 0),
    allows_offline BOOLEAN not null,
    allows_trials BOOLEAN not null,
    trial_days INTEGER not null check (trial_days > 0),
    trial_needs_account BOOLEAN not null,
    download_access TEXT not null check (download_access in ('Everyone', 'Customer', 'Owner')),
    current_version TEXT,
    properties JSON not null,
    position INTEGER not null default 0,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    primary key (account_id, id)
  )`,
  `create table variations (
    account_id TEXT not null,
    id TEXT not null,
    product_id TEXT not null,
    name TEXT not null,
    recurrence TEXT not null check (recurrence in ('OneOff', 'Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly')),
    prices JSON not null,
    is_default BOOLEAN not null,
    position INTEGER not null default 0,
    is_archived BOOLEAN not null default false,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `create index variations_product on variations (account_id, product_id)`,
  `create unique index variations_one_default on variations (account_id, product_id) where is_default and not is_archived`,
  `create table releases (
    account_id TEXT not null,
    product_id TEXT not null,
    version TEXT not null,
    description TEXT,
    published_at TIMESTAMP,
    created_at TIMESTAMP not null,
    primary key (account_id, product_id, version),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `create table release_downloads (
    account_id TEXT not null,
    product_id TEXT not null,
    version TEXT not null,
    download_key TEXT not null,
    name TEXT not null,
    platform TEXT not null check (platform in ('Universal', 'Windows', 'Mac', 'Linux', 'iOS', 'Android')),
    size_bytes INTEGER not null,
    sha256 TEXT not null,
    storage_key TEXT not null,
    primary key (account_id, product_id, version, download_key),
    foreign key (account_id, product_id, version) references releases (account_id, product_id, version)
  )`,
  `create unique index release_downloads_file on release_downloads (account_id, product_id, version, platform, name)`,
];

const orders = [
  `create table orders (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    customer_id TEXT,
    status TEXT not null check (status in ('Open', 'PaymentProcessing', 'Paid', 'Failed', 'Completed')),
    currency TEXT not null,
    billing JSON not null,
    utm JSON not null,
    return_url TEXT,
    completed JSON,
    revision INTEGER not null,
    created_at TIMESTAMP not null,
    updated_at TIMESTAMP not null,
    completed_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index orders_customer on orders (account_id, customer_id)`,
  `create table order_lines (
    account_id TEXT not null,
    order_id TEXT not null,
    id TEXT not null,
    position INTEGER not null,
    product_id TEXT not null,
    variation_id TEXT not null,
    quantity INTEGER not null check (quantity between 1 and 10000),
    primary key (account_id, order_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, variation_id) references variations (account_id, id)
  )`,
  `create table payments (
    account_id TEXT not null,
    id TEXT not null,
    order_id TEXT not null,
    provider TEXT not null,
    provider_reference TEXT not null,
    status TEXT not null check (status in ('Pending', 'Succeeded', 'Failed')),
    amount_minor INTEGER not null check (amount_minor >= 0),
    currency TEXT not null,
    order_revision INTEGER not null,
    failure TEXT,
    created_at TIMESTAMP not null,
    settled_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id)
  )`,
  `create unique index payments_reference on payments (account_id, provider, provider_reference)`,
  `create unique index payments_one_success on payments (account_id, order_id) where status = 'Succeeded'`,
  `create unique index payments_one_pending on payments (account_id, order_id) where status = 'Pending'`,
  `create table payment_events (
    account_id TEXT not null,
    provider TEXT not null,
    event_id TEXT not null,
    payment_id TEXT not null,
    kind TEXT not null,
    received_at TIMESTAMP not null,
    primary key (account_id, provider, event_id),
    foreign key (account_id, payment_id) references payments (account_id, id)
  )`,
];

const licensing = [
  `create table licenses (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    customer_id TEXT not null,
    product_id TEXT not null,
    status TEXT not null check (status in ('Active', 'Revoked')),
    expires_at TIMESTAMP,
    subscription_id TEXT,
    max_activations INTEGER not null,
    active_activations INTEGER not null default 0,
    allows_offline BOOLEAN not null,
    order_id TEXT,
    order_line_id TEXT,
    order_ordinal INTEGER,
    external_id TEXT,
    key_code TEXT,
    properties JSON not null,
    created_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    check (active_activations between 0 and max_activations)
  )`,
  `create index licenses_newest on licenses (account_id, created_at desc, id desc)`,
  `create index licenses_product_newest on licenses (account_id, product_id, created_at desc, id desc)`,
  `create index licenses_owner on licenses (account_id, customer_id, product_id, created_at)`,
  `create unique index licenses_order on licenses (account_id, order_id, order_line_id, order_ordinal)`,
  `create unique index licenses_external on licenses (account_id, external_id)`,
  `create table activations (
    account_id TEXT not null,
    id TEXT not null,
    license_id TEXT not null,
    device_name TEXT not null,
    device_signature TEXT not null,
    method TEXT not null check (method in ('Online', 'Offline')),
    status TEXT not null check (status in ('Active', 'Revoked')),
    first_validated_at TIMESTAMP not null,
    last_validated_at TIMESTAMP not null,
    app_version TEXT,
    platform TEXT,
    meta JSON,
    created_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, license_id) references licenses (account_id, id)
  )`,
  `create unique index activations_one_per_device on activations (account_id, license_id, device_signature) where status = 'Active'`,
  `create index activations_license on activations (account_id, license_id, created_at desc, id desc)`,
];

/** The first schema: one path from sign-up to a validated license. */
export const foundation: SchemaStep = {
  name: '0001-foundation',
  statements: [...platform, ...accounts, ...customers, ...catalog, ...orders, ...licensing],
};
