import type { SchemaStep } from '../src/platform/database/migrate.ts';

/** One trial per product and device, forever. */
const trials = [
  `create table trials (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    product_id TEXT not null,
    customer_id TEXT,
    device_name TEXT not null,
    device_signature TEXT not null,
    expires_at TIMESTAMP not null,
    last_validated_at TIMESTAMP not null,
    app_version TEXT,
    platform TEXT,
    meta JSON,
    counted_day TEXT,
    properties JSON not null,
    converted_at TIMESTAMP,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create unique index trials_one_per_device on trials (account_id, product_id, device_signature)`,
  `create index trials_newest on trials (account_id, created_at desc, id desc)`,
  `create index trials_product_newest on trials (account_id, product_id, created_at desc, id desc)`,
  `create index trials_customer on trials (account_id, customer_id, product_id)`,
];

/** A merchant's settings for one product, where they differ from the account's. */
const releaseRules = [
  `create table product_licensing (
    account_id TEXT not null,
    product_id TEXT not null,
    releases_online BOOLEAN,
    releases_offline BOOLEAN,
    release_pause_seconds INTEGER check (release_pause_seconds >= 0),
    offline_days INTEGER check (offline_days > 0),
    primary key (account_id, product_id),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `alter table licenses add column last_released_at TIMESTAMP`,
  `create index licenses_customer_newest on licenses (account_id, customer_id, created_at desc, id desc)`,
  `create index licenses_owner_newest on licenses (account_id, customer_id, product_id, created_at desc, id desc)`,
];

/** Activations that a person approves in a browser. Both secrets are stored as hashes. */
const activationRequests = [
  `create table activation_requests (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    poll_hash TEXT not null,
    browser_hash TEXT not null,
    product_id TEXT not null,
    device_name TEXT not null,
    device_signature TEXT not null,
    method TEXT not null check (method in ('Online', 'Offline')),
    status TEXT not null check (status in ('Requested', 'Fulfilled', 'Completed', 'Cancelled')),
    fulfillment TEXT check (fulfillment in ('License', 'Trial')),
    activation_id TEXT,
    trial_id TEXT,
    customer_id TEXT,
    app_version TEXT,
    platform TEXT,
    meta JSON,
    created_at TIMESTAMP not null,
    expires_at TIMESTAMP not null,
    fulfilled_at TIMESTAMP,
    completed_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id),
    foreign key (account_id, activation_id) references activations (account_id, id),
    foreign key (account_id, trial_id) references trials (account_id, id),
    check ((status in ('Fulfilled', 'Completed')) = (fulfilled_at is not null))
  )`,
  `create unique index activation_requests_poll on activation_requests (account_id, poll_hash)`,
  `create unique index activation_requests_browser on activation_requests (account_id, browser_hash)`,
  `create index activation_requests_age on activation_requests (expires_at)`,
];

/** Codes that can be redeemed once. A code is found by its hash, and sealed for the merchant who exports it. */
const vouchers = [
  `create table voucher_batches (
    account_id TEXT not null references accounts (id),
    id TEXT not null,
    name TEXT not null,
    description TEXT not null,
    contents JSON not null,
    quantity INTEGER not null check (quantity between 1 and 100000),
    generated INTEGER not null default 0,
    expires_at TIMESTAMP,
    created_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    primary key (account_id, id),
    check (generated between 0 and quantity)
  )`,
  `create index voucher_batches_newest on voucher_batches (account_id, created_at desc, id desc)`,
  `create table vouchers (
    account_id TEXT not null,
    id TEXT not null,
    batch_id TEXT not null,
    ordinal INTEGER not null,
    code_hash TEXT not null,
    code_sealed TEXT not null,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    foreign key (account_id, batch_id) references voucher_batches (account_id, id)
  )`,
  `create unique index vouchers_code on vouchers (account_id, code_hash)`,
  `create unique index vouchers_batch on vouchers (account_id, batch_id, ordinal)`,
  `create table voucher_redemptions (
    account_id TEXT not null,
    voucher_id TEXT not null,
    customer_id TEXT not null,
    redeemed_at TIMESTAMP not null,
    primary key (account_id, voucher_id),
    foreign key (account_id, voucher_id) references vouchers (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index voucher_redemptions_customer on voucher_redemptions (account_id, customer_id)`,
];

/**
 * Daily counts, updated by the commands themselves: a device is counted by the first command of its day, which stores
 * the day with the device. Absent dimensions are empty, so that they can be part of the key.
 */
const analytics = [
  `alter table activations add column counted_day TEXT`,
  `create table usage_days (
    account_id TEXT not null,
    product_id TEXT not null,
    usage_day TEXT not null,
    kind TEXT not null check (kind in ('License', 'Trial')),
    app_version TEXT not null,
    platform TEXT not null,
    devices INTEGER not null,
    primary key (account_id, usage_day, product_id, kind, app_version, platform),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `create table trial_days (
    account_id TEXT not null,
    product_id TEXT not null,
    usage_day TEXT not null,
    started INTEGER not null default 0,
    converted INTEGER not null default 0,
    primary key (account_id, usage_day, product_id),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
];

/** Trials, browser activation, vouchers, rules of releases, daily counts. */
export const licensing: SchemaStep = {
  name: '0004-licensing',
  statements: [...trials, ...releaseRules, ...activationRequests, ...vouchers, ...analytics],
};
