import type { Reader } from '../../platform/database/database.ts';
import { accountTables } from '../../platform/database/account-tables.ts';

/** The tables of an account. A new table is added here, or to those that stay. */
export const MOVED_TABLES: readonly string[] = [
  'account_domains',
  'activations',
  'add_on_seats',
  'api_keys',
  'bundle_products',
  'bundles',
  'coupon_batches',
  'coupon_codes',
  'coupon_customers',
  'coupon_first_purchases',
  'coupon_uses',
  'coupons',
  'customer_notes',
  'customer_search_terms',
  'customers',
  'discounts',
  'disputes',
  'document_series',
  'documents',
  'email_changes',
  'event_counters',
  'events',
  'fraud_warnings',
  'item_images',
  'item_media',
  'journal_cursors',
  'journal_events',
  'journal_chains',
  'journal_links',
  'journal_subjects',
  'journal_unchained',
  'license_changes',
  'license_suspensions',
  'licenses',
  'newsletter_subscriptions',
  'offers',
  'order_lines',
  'order_products',
  'order_refunds',
  'orders',
  'payment_events',
  'payments',
  'product_policies',
  'products',
  'promotions',
  'purchases',
  'refunds',
  'release_downloads',
  'release_files',
  'releases',
  'revenue_changes',
  'saved_payment_methods',
  'signing_keys',
  'subscription_milestones',
  'subscription_periods',
  'subscriptions',
  'tax_rates',
  'trial_counts',
  'trials',
  'usage_counts',
  'variations',
  'voucher_batches',
  'voucher_redemptions',
  'vouchers',
  'webhook_deliveries',
  'webhook_endpoints',
  'withdrawal_lines',
  'withdrawals',
];

/** The tables that do not move, each with the reason. */
export const TABLES_THAT_STAY: Readonly<Record<string, string>> = {
  accounts: 'the manifest has the row, without what belongs to the instance',
  activation_requests: 'they live for an hour: the application asks again',
  address_codes: 'they live for minutes: the mail can be sent again',
  customer_views: 'they end within half an hour',
  change_versions: 'each instance counts its own changes',
  idempotency_keys: 'they are kept for a day, sealed under the instance secret',
  identity_codes: 'they are in links of mails that lead to the old instance; the mail can be sent again',
  jobs: 'work that waits is done where it was asked for: let it end before the export',
  kysely_migration: 'each instance migrates its own schema',
  kysely_migration_lock: 'each instance migrates its own schema',
  operator_challenges: 'they live for minutes',
  merge_requests: 'they are in links of mails that lead to the old instance; the vendor can ask again',
  operator_links: 'they lead to the old instance; new ones are made at the new one',
  operator_passkeys: 'they belong to operators, and to the host of the old instance',
  operator_recovery_codes: 'they belong to operators',
  operator_sessions: 'operators sign in again',
  operators: 'whoever runs the new instance decides who may sign in there: create them again',
  payment_credentials: 'a provider reports to one address: connect it again at the new one',
  mails: 'they were sent, or wait for the jobs that send them',
  rate_counters: 'each instance counts its own requests',
  recurring_months: 'they are computed from what subscriptions brought',
  refresh_tokens: 'they belong to sessions',
  sales_days: 'they are computed from the orders',
  sales_hours: 'they are computed from the orders',
  schema_steps: 'each instance migrates its own schema',
  sessions: 'customers sign in again',
  upload_part_holds: 'they belong to uploads',
  uploads: 'they live for an hour: the file is uploaded again',
  violations: 'the nightly check of the new instance finds them again',
};

/** Columns that are sealed under the data key of the account; an export without keys omits them. */
export const SEALED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  coupon_codes: ['codeSealed'],
  signing_keys: ['privateSealed'],
  vouchers: ['codeSealed'],
  webhook_endpoints: ['secretSealed', 'previousSealed'],
};

/**
 * The tables that move, each after those that its rows refer to. Throws when the schema has a table in neither list.
 */
export async function tablesInOrder(db: Reader): Promise<string[]> {
  const tables = (await accountTables(db)).toReversed();
  for (const table of tables) {
    if (!MOVED_TABLES.includes(table) && TABLES_THAT_STAY[table] === undefined)
      throw new Error(`it is not decided whether ${table} moves with an account`);
  }
  // Links of the journal depend on its events.
  const journal = MOVED_TABLES.filter((table) => table.startsWith('journal_'));
  const others = tables.filter((table) => MOVED_TABLES.includes(table) && !journal.includes(table));
  return [...others, ...journal];
}
