import type { SchemaStep } from '../src/platform/database/database.ts';

/** What a vendor decides about the licenses and trials of a product; null where the account's settings apply. */
const policies = [
  `create table product_policies (
    account_id TEXT not null,
    product_id TEXT not null,
    max_activations INTEGER not null check (max_activations >= 0),
    allows_offline BOOLEAN not null,
    allows_trials BOOLEAN not null,
    trial_days INTEGER not null check (trial_days > 0),
    trial_needs_account BOOLEAN not null,
    releases_online BOOLEAN,
    releases_offline BOOLEAN,
    release_pause_seconds INTEGER check (release_pause_seconds >= 0),
    offline_days INTEGER check (offline_days >= 0),
    signing_keys JSON not null,
    primary key (account_id, product_id),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
];

/**
 * Expiry is not a status: licenses that are not revoked are sorted by their end. Of two indexes that seem equally
 * good, SQLite takes the older one, so that of one product comes before that of all products.
 */
const licenses = [
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
    updates_until TIMESTAMP,
    up_to_major INTEGER check (up_to_major >= 0),
    variation_id TEXT,
    order_id TEXT,
    order_line_id TEXT,
    order_ordinal INTEGER,
    voucher_id TEXT,
    voucher_batch_id TEXT,
    external_id TEXT,
    key_code TEXT,
    properties JSON not null,
    awaits_email_key TEXT,
    is_free BOOLEAN not null default false,
    revocation_reason TEXT check (revocation_reason in ('Refund', 'Dispute', 'Voucher')),
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    last_released_at TIMESTAMP,
    recorded_expiry TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, variation_id) references variations (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, voucher_id) references vouchers (account_id, id),
    foreign key (account_id, voucher_batch_id) references voucher_batches (account_id, id),
    check (active_activations between 0 and max_activations)
  )`,
  `create index licenses_expiry on licenses (expires_at)
    where status = 'Active' and expires_at is not null
      and (recorded_expiry is null or recorded_expiry < expires_at)`,
  `create index licenses_newest on licenses (account_id, created_at desc, id desc)`,
  `create index licenses_product_newest on licenses (account_id, product_id, created_at desc, id desc)`,
  `create index licenses_owner on licenses (account_id, customer_id, product_id, created_at)`,
  `create unique index licenses_order on licenses
    (account_id, order_id, order_line_id, product_id, order_ordinal)`,
  `create unique index licenses_external on licenses (account_id, external_id)`,
  `create index licenses_customer_newest on licenses (account_id, customer_id, created_at desc, id desc)`,
  `create index licenses_owner_newest on licenses (account_id, customer_id, product_id, created_at desc, id desc)`,
  `create index licenses_waiting on licenses (account_id, awaits_email_key, product_id)
    where awaits_email_key is not null`,
  `create index licenses_key_code on licenses (account_id, key_code, created_at desc, id desc)
    where key_code is not null`,
  `create index licenses_subscription on licenses (account_id, subscription_id)
    where subscription_id is not null`,
  `create index licenses_order_newest on licenses (account_id, order_id, created_at desc, id desc)
    where order_id is not null`,
  `create index licenses_voucher_batch_newest on licenses (account_id, voucher_batch_id, created_at desc, id desc)
    where voucher_batch_id is not null`,
  `create index licenses_revoked on licenses (account_id, created_at desc, id desc) where status = 'Revoked'`,
  `create index licenses_product_revoked on licenses (account_id, product_id, created_at desc, id desc)
    where status = 'Revoked'`,
  `create index licenses_product_end on licenses (account_id, product_id, expires_at desc, id desc)
    where status = 'Active' and expires_at is not null`,
  `create index licenses_perpetual on licenses (account_id, created_at desc, id desc)
    where status = 'Active' and expires_at is null`,
  `create index licenses_product_perpetual on licenses (account_id, product_id, created_at desc, id desc)
    where status = 'Active' and expires_at is null`,
  `create index licenses_end on licenses (account_id, expires_at desc, id desc)
    where status = 'Active' and expires_at is not null`,
  // A suspended license is revoked; its status and reason are those of the suspension that counts.
  `create table license_suspensions (
    account_id TEXT not null,
    license_id TEXT not null,
    reason TEXT not null check (reason in ('Refund', 'Vendor', 'Dispute', 'Voucher')),
    suspended_at TIMESTAMP not null,
    primary key (account_id, license_id, reason),
    foreign key (account_id, license_id) references licenses (account_id, id)
  )`,
  // An upgrade or renewal of a license, or one by the window of grace, which belongs to no order. The base is what the
  // license was without it and all that are not settled; once the vendor has changed the limits, they are settled.
  `create table license_changes (
    account_id TEXT not null,
    id TEXT not null,
    license_id TEXT not null,
    position INTEGER not null,
    kind TEXT not null check (kind in ('Upgrade', 'Renewal', 'Grace')),
    order_id TEXT,
    order_line_id TEXT,
    product_id TEXT not null,
    updates_months INTEGER,
    up_to_major INTEGER,
    variation_id TEXT,
    keeps_license BOOLEAN not null,
    base_product_id TEXT not null,
    base_variation_id TEXT,
    base_updates_until TIMESTAMP,
    base_up_to_major INTEGER,
    base_ordinal INTEGER,
    is_refunded BOOLEAN not null default false,
    is_disputed BOOLEAN not null default false,
    is_settled BOOLEAN not null default false,
    created_at TIMESTAMP not null,
    primary key (account_id, id),
    unique (account_id, license_id, position),
    foreign key (account_id, license_id) references licenses (account_id, id),
    foreign key (account_id, order_id) references orders (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `create unique index license_changes_line on license_changes (account_id, order_id, order_line_id)
    where order_id is not null and kind <> 'Grace'`,
  `create index license_changes_order on license_changes (account_id, order_id) where order_id is not null`,
  `create unique index license_changes_grace on license_changes (account_id, license_id, up_to_major)
    where kind = 'Grace'`,
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
    counted_day TEXT,
    signing_kid TEXT,
    created_at TIMESTAMP not null,
    revoked_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, license_id) references licenses (account_id, id)
  )`,
  `create unique index activations_one_per_device on activations (account_id, license_id, device_signature)
    where status = 'Active'`,
  `create index activations_license on activations (account_id, license_id, created_at desc, id desc)`,
  // The devices of a product have at most one seat of each of its add-ons, and a seat belongs to one device.
  `create table add_on_seats (
    account_id TEXT not null,
    parent_id TEXT not null,
    product_id TEXT not null,
    activation_id TEXT not null,
    primary key (account_id, parent_id, product_id),
    foreign key (account_id, parent_id) references activations (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, activation_id) references activations (account_id, id)
  )`,
  `create unique index add_on_seats_activation on add_on_seats (account_id, activation_id)`,
];

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
    signing_kid TEXT,
    properties JSON not null,
    converted_at TIMESTAMP,
    recorded_expiry TIMESTAMP,
    revision INTEGER not null default 1,
    created_at TIMESTAMP not null,
    reset_at TIMESTAMP,
    primary key (account_id, id),
    foreign key (account_id, product_id) references products (account_id, id),
    foreign key (account_id, customer_id) references customers (account_id, id)
  )`,
  `create index trials_expiry on trials (expires_at)
    where recorded_expiry is null or recorded_expiry < expires_at`,
  `create index trials_key on trials (account_id, signing_kid, expires_at)`,
  `create unique index trials_one_per_device on trials (account_id, product_id, device_signature)`,
  `create index trials_newest on trials (account_id, created_at desc, id desc)`,
  `create index trials_product_newest on trials (account_id, product_id, created_at desc, id desc)`,
  `create index trials_customer on trials (account_id, customer_id, product_id)`,
  `create index trials_device on trials (account_id, device_signature, created_at desc, id desc)`,
  `create index trials_customer_newest on trials (account_id, customer_id, created_at desc, id desc)
    where customer_id is not null`,
  `create index trials_product_end on trials (account_id, product_id, expires_at desc, id desc)`,
  `create index trials_end on trials (account_id, expires_at desc, id desc)`,
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
    takes_add_ons BOOLEAN not null default true,
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
  `create index activation_requests_customer on activation_requests (account_id, customer_id)
    where customer_id is not null`,
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
    revokes_licenses BOOLEAN not null default false,
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
 * the day with the device. Absent dimensions are empty, so that they can be part of the key. A day's counts are in
 * several rows, their stripes: with one row, every counting transaction would wait for the commit of the previous one.
 */
const counts = [
  `create table usage_counts (
    account_id TEXT not null,
    product_id TEXT not null,
    usage_day TEXT not null,
    kind TEXT not null check (kind in ('License', 'Trial')),
    app_version TEXT not null,
    platform TEXT not null,
    stripe INTEGER not null,
    devices INTEGER not null,
    primary key (account_id, usage_day, product_id, kind, app_version, platform, stripe),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
  `create table trial_counts (
    account_id TEXT not null,
    product_id TEXT not null,
    usage_day TEXT not null,
    stripe INTEGER not null,
    started INTEGER not null default 0,
    converted INTEGER not null default 0,
    primary key (account_id, usage_day, product_id, stripe),
    foreign key (account_id, product_id) references products (account_id, id)
  )`,
];

/** Licenses, activations, trials, vouchers, and what is counted of them. */
export const licensing: SchemaStep = {
  name: '0010-licensing',
  statements: [...policies, ...vouchers, ...licenses, ...trials, ...activationRequests, ...counts],
};
