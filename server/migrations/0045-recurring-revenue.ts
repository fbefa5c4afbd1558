import type { SchemaStep } from '../src/platform/database/database.ts';

/** The rate of the tax in hundredths of a basis point: basis points have up to two decimals, and no portable type has any. */
const RATE = `case when taxed.tax ->> 'basisPoints' like '%.__'
    then cast(replace(taxed.tax ->> 'basisPoints', '.', '') as INTEGER)
  when taxed.tax ->> 'basisPoints' like '%._'
    then 10 * cast(replace(taxed.tax ->> 'basisPoints', '.', '') as INTEGER)
  else 100 * cast(taxed.tax ->> 'basisPoints' as INTEGER) end`;

/**
 * What a renewal costs without the tax that its price includes, by the first rate of the order that was priced last; null if
 * the price includes none.
 */
const NET_OF_INCLUSIVE = `(select case when taxed.tax ->> 'mode' = 'Inclusive' then
    cast(subscriptions.total ->> 'dueMinor' as INTEGER)
      - (2 * cast(subscriptions.total ->> 'subtotalMinor' as INTEGER) * (${RATE}) + 1000000 + (${RATE}))
        / (2 * (1000000 + (${RATE}))) end
  from (select orders.content -> 'quote' -> 'taxes' -> 0 as tax
    from subscription_periods inner join orders on orders.account_id = subscription_periods.account_id
      and orders.id = subscription_periods.order_id
    where subscription_periods.account_id = subscriptions.account_id
      and subscription_periods.subscription_id = subscriptions.id and orders.content is not null
    order by subscription_periods.number desc limit 1) as taxed)`;

/** Without taxes: rows from before do not say so themselves. */
const NET = `coalesce(cast(subscriptions.total ->> 'netMinor' as INTEGER), ${NET_OF_INCLUSIVE},
  cast(subscriptions.total ->> 'subtotalMinor' as INTEGER))`;

/** What a subscription brings each month without taxes: its next renewal times the cycles of a year, divided by 12. */
const MONTHLY = `(2 * ${NET} *
  case subscriptions.cycle_length when 'Daily' then 365 when 'Weekly' then 52 when 'Monthly' then 12
    when 'Quarterly' then 4 else 1 end + 12) / 24`;

const WAS_TEST = `coalesce((select max(payments.terms ->> 'isTest') || '' from payments
  where payments.account_id = subscriptions.account_id and payments.subject_kind = 'Order'
    and payments.subject_id = subscriptions.order_id and payments.status = 'Succeeded'), 'false') in ('true', '1')`;

const COLUMNS = `account_id, subscription_id, number, at, movement, currency, item_id, is_test, before_minor, after_minor`;

/**
 * What subscriptions bring each month changes: each change is a row, and months that are over are kept. Subscriptions that
 * began before have brought what they bring now, from their beginning to their end.
 */
export const recurringRevenue: SchemaStep = {
  name: '0045-recurring-revenue',
  worksWith: '0016-withdrawals',
  statements: [
    `create table revenue_changes (
      account_id TEXT not null,
      subscription_id TEXT not null,
      number INTEGER not null check (number >= 1),
      at TIMESTAMP not null,
      movement TEXT not null check (movement in ('New', 'Expansion', 'Contraction', 'Reactivation', 'Churn')),
      currency TEXT not null,
      item_id TEXT not null,
      is_test BOOLEAN not null,
      before_minor INTEGER not null check (before_minor >= 0),
      after_minor INTEGER not null check (after_minor >= 0),
      primary key (account_id, subscription_id, number),
      foreign key (account_id, subscription_id) references subscriptions (account_id, id),
      check (before_minor <> after_minor)
    )`,
    `create table recurring_months (
      account_id TEXT not null references accounts (id),
      time_zone TEXT not null,
      month TEXT not null,
      sums JSON not null,
      primary key (account_id, time_zone, month)
    )`,
    `insert into revenue_changes (${COLUMNS})
      select account_id, id, 1, created_at, 'New', currency, coalesce(product_id, bundle_id), ${WAS_TEST}, 0, ${MONTHLY}
      from subscriptions where ${MONTHLY} > 0 and (free_days is null or renewed_at is not null)`,
    `insert into revenue_changes (${COLUMNS})
      select revenue_changes.account_id, subscription_id, 2, coalesce(subscriptions.ended_at, subscriptions.expires_at),
        'Churn', revenue_changes.currency, item_id, is_test, after_minor, 0
      from revenue_changes inner join subscriptions on subscriptions.account_id = revenue_changes.account_id
        and subscriptions.id = revenue_changes.subscription_id
      where subscriptions.status in ('Expired', 'Completed')`,
    `create index revenue_changes_at on revenue_changes (account_id, at)`,
  ],
  // For reports of when devices were activated.
  indexes: [`create index activations_newest on activations (account_id, created_at, license_id)`],
};
