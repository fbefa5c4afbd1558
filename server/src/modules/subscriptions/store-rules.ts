import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import type { Violation } from './tables.ts';

/** What breaks a rule. */
export interface BrokenRow {
  readonly accountId: string;
  /** A subscription, an order, a license, or a series of documents, … */
  readonly subject: string;
  /** … and the subscription that it belongs to, if it does. */
  readonly subscriptionId: string | null;
}

/** A rule that always holds, and the rows that break it. */
interface Invariant {
  readonly violation: Violation;
  /** What is wrong, as a sentence. */
  readonly sentence: string;
  /** The table whose rows are looked at some at a time; null: it is small. */
  readonly pagesOf: 'subscriptions' | 'orders' | 'payments' | null;
  readonly violations: (page: RulePage) => RawBuilder<BrokenRow>;
}

/** The rows that a query looks at. */
export interface RulePage {
  readonly engine: Reader['engine'];
  /** Whether the row with this account and id is one of them. */
  readonly within: (accountId: string, id: string) => RawBuilder<SqlBool>;
}

/** The longest grace that an account can set, in days. */
const LONGEST_GRACE_DAYS = 90;
const DAY_MS = 86_400_000;
/** The clock may have been set back between two moments: only what is clearly later counts. */
const CLOCK_DAYS = 1;

/** A time that is later than another one by some days. */
function daysLater({ engine }: RulePage, column: string, days: number): RawBuilder<Date> {
  return engine === 'sqlite'
    ? sql<Date>`${sql.ref(column)} + ${sql.lit(days * DAY_MS)}`
    : sql<Date>`${sql.ref(column)} + make_interval(days => ${sql.lit(days)})`;
}

/** Charges of a saved method, which no buyer made: `p` the payment, `o` its order. */
const charges = sql`orders o inner join purchases u on u.account_id = o.account_id and u.order_id = o.id
  inner join payments p on p.account_id = u.account_id and p.id = u.payment_id`;
const isCharge = sql`u.buyer ->> 'linkId' is null and p.status in ('Pending', 'Succeeded', 'Surplus')`;

/**
 * Whether the period `p` of the subscription `s` was renewed without an order, though its price cannot have been 0: it is the
 * last one, was neither imported nor paid with a change of the plan, and nothing is deducted from the price that it has.
 */
const isUnpaidRenewal = sql`p.order_id is null and p.reason is null and p.created_at > s.created_at
  and p.number > s.cycles_from and p.number = (select max(l.number) from subscription_periods l
    where l.account_id = p.account_id and l.subscription_id = p.subscription_id)
  and s.price ->> 'adjustments' = '[]' and s.price ->> 'reductions' = '[]'
  and cast(s.price ->> 'unitOriginalMinor' as bigint) > 0`;

/** The subscription of an order `o`, or one that it has begun. */
const ownSubscription = sql`coalesce(o.subscription_id, (select min(s.id) from subscriptions s
  where s.account_id = o.account_id and s.order_id = o.id))`;

/**
 * What always holds of subscriptions, and of the money, refunds and documents of all orders, which renewals share. The tests
 * check this list after each walk, race and fault, and the nightly job checks it in production (subscriptions, section 6).
 */
export const INVARIANTS: readonly Invariant[] = [
  {
    violation: 'Gap',
    pagesOf: 'subscriptions',
    sentence: 'the periods of a subscription overlap or leave a gap',
    violations: (
      page,
    ) => sql`select a.account_id, a.subscription_id as subject, a.subscription_id from subscription_periods a
      inner join subscription_periods b on b.account_id = a.account_id and b.subscription_id = a.subscription_id
        and b.number = a.number + 1
      where ${page.within('a.account_id', 'a.subscription_id')} and b.starts_at <> a.ends_at`,
  },
  {
    violation: 'Numbers',
    pagesOf: 'subscriptions',
    sentence: 'the periods of a subscription are not numbered from 1',
    violations: (
      page,
    ) => sql`select account_id, subscription_id as subject, subscription_id from subscription_periods
      where ${page.within('account_id', 'subscription_id')}
      group by account_id, subscription_id having min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    violation: 'OpenWithoutOrder',
    pagesOf: 'subscriptions',
    sentence: 'an open period of a subscription has no order',
    violations: (
      page,
    ) => sql`select account_id, subscription_id as subject, subscription_id from subscription_periods
      where ${page.within('account_id', 'subscription_id')} and state = 'Open' and order_id is null`,
  },
  {
    violation: 'PaidWithoutPayment',
    pagesOf: 'subscriptions',
    sentence:
      'a paid period of a subscription has no order, though it is not free, or one that is not completed',
    violations: (
      page,
    ) => sql`select p.account_id, p.subscription_id as subject, p.subscription_id from subscription_periods p
      inner join subscriptions s on s.account_id = p.account_id and s.id = p.subscription_id
      left join orders o on o.account_id = p.account_id and o.id = p.order_id
      where ${page.within('p.account_id', 'p.subscription_id')} and p.state = 'Paid'
        and (p.order_id is not null and coalesce(o.status, '') <> 'Completed' or ${isUnpaidRenewal})`,
  },
  {
    violation: 'PaymentWithoutPeriod',
    pagesOf: 'orders',
    sentence: 'a renewal was paid and pays no period',
    violations: (page) => sql`select o.account_id, o.id as subject, o.subscription_id from orders o
      where ${page.within('o.account_id', 'o.id')} and o.origin = 'Renewal' and o.status = 'Completed' and not exists (select 1 from subscription_periods p
        where p.account_id = o.account_id and p.order_id = o.id)`,
  },
  {
    violation: 'RenewalAfterEnd',
    pagesOf: 'orders',
    sentence: 'a renewal was placed after its subscription had ended',
    violations: (page) => sql`select o.account_id, o.id as subject, o.subscription_id from orders o
      inner join subscriptions s on s.account_id = o.account_id and s.id = o.subscription_id
      where ${page.within('o.account_id', 'o.id')} and o.origin = 'Renewal'
        and o.created_at > ${daysLater(page, 's.ended_at', CLOCK_DAYS)}`,
  },
  {
    violation: 'ChargedTwice',
    pagesOf: 'orders',
    sentence: 'a renewal was charged twice',
    violations: (page) => sql`select o.account_id, o.id as subject, o.subscription_id from ${charges}
      where ${page.within('u.account_id', 'u.order_id')} and o.origin = 'Renewal' and u.buyer ->> 'linkId' is null and p.status in ('Succeeded', 'Surplus')
        and p.refunded_minor < coalesce(p.received_minor, p.amount_minor)
      group by o.account_id, o.id, o.subscription_id having count(*) > 1`,
  },
  {
    violation: 'ChargeAfterEnd',
    pagesOf: 'orders',
    sentence: 'a subscription was charged after it was cancelled, or had ended',
    violations: (page) => sql`select o.account_id, o.id as subject, s.id as subscription_id from ${charges}
      inner join subscriptions s on s.account_id = o.account_id and s.id = o.subscription_id
      where ${page.within('u.account_id', 'u.order_id')} and (${isCharge} and (p.created_at > ${daysLater(page, 's.ended_at', CLOCK_DAYS)}
        or o.origin = 'Renewal' and s.status = 'Cancelled' and p.created_at > ${daysLater(page, 's.cancelled_at', CLOCK_DAYS)}))`,
  },
  {
    violation: 'ChargeInDispute',
    pagesOf: 'orders',
    sentence: 'a subscription was charged while a payment of it was disputed',
    violations: (page) => sql`select o.account_id, o.id as subject, s.id as subscription_id from ${charges}
      inner join subscriptions s on s.account_id = o.account_id and s.id = o.subscription_id
      where ${page.within('u.account_id', 'u.order_id')} and (${isCharge} and o.origin = 'Renewal' and exists (select 1 from disputes d inner join orders f on f.account_id = d.account_id
        and d.subject_kind = 'Order' and f.id = d.subject_id
        where d.account_id = s.account_id and (f.id = s.order_id or f.subscription_id = s.id)
          and d.handled_by = 'Vendor' and p.created_at > ${daysLater(page, 'd.created_at', CLOCK_DAYS)}
          and (d.resolved_at is null or d.resolved_at > p.created_at)))`,
  },
  {
    violation: 'ErasedRuns',
    pagesOf: 'subscriptions',
    sentence: 'a subscription of a deleted customer goes on',
    violations: (
      page,
    ) => sql`select s.account_id, s.id as subject, s.id as subscription_id from subscriptions s
      inner join customers c on c.account_id = s.account_id and c.id = s.customer_id
      where ${page.within('s.account_id', 's.id')} and c.is_deleted and s.ended_at is null and s.status <> 'Completed' and s.awaits_email_key is null`,
  },
  {
    violation: 'PaidUntil',
    pagesOf: 'subscriptions',
    sentence: 'a subscription is not paid until the end of its last period with access',
    violations: (
      page,
    ) => sql`select s.account_id, s.id as subject, s.id as subscription_id from subscriptions s
      where ${page.within('s.account_id', 's.id')} and s.paid_until <> (select max(p.ends_at) from subscription_periods p
        where p.account_id = s.account_id and p.subscription_id = s.id and p.state in ('Paid', 'Skipped'))`,
  },
  {
    violation: 'LicenseEnd',
    pagesOf: 'subscriptions',
    sentence: 'a license ends before the subscription that pays for it',
    violations: (page) => sql`select l.account_id, l.id as subject, s.id as subscription_id from licenses l
      inner join subscriptions s on s.account_id = l.account_id and s.id = l.subscription_id
      where ${page.within('s.account_id', 's.id')} and l.expires_at < s.expires_at and s.status <> 'Completed'`,
  },
  {
    violation: 'LicenseBeyond',
    pagesOf: 'subscriptions',
    // Once its end has passed, the vendor may give it another one.
    sentence: 'a license lasts longer than the subscription that pays for it',
    violations: (page) => sql`select l.account_id, l.id as subject, s.id as subscription_id from licenses l
      inner join subscriptions s on s.account_id = l.account_id and s.id = l.subscription_id
      where ${page.within('s.account_id', 's.id')} and (s.status not in ('Completed', 'Expired') and s.ended_at is null and (l.expires_at > s.expires_at
        or l.expires_at is null and s.fallback ->> 'heldUntil' is null))`,
  },
  {
    violation: 'Grace',
    pagesOf: 'subscriptions',
    sentence: 'a subscription has access for longer than it is paid for and any grace',
    violations: (page) => sql`select account_id, id as subject, id as subscription_id from subscriptions
      where ${page.within('account_id', 'id')} and status = 'Active' and payment_state = 'Paid'
        and expires_at > ${daysLater(page, 'paid_until', LONGEST_GRACE_DAYS + 1)}`,
  },
  {
    violation: 'NotDue',
    pagesOf: 'subscriptions',
    sentence: 'a subscription goes on and waits for nothing: it is neither charged nor ended any more',
    violations: (page) => sql`select account_id, id as subject, id as subscription_id from subscriptions
      where ${page.within('account_id', 'id')} and ended_at is null and due_at is null
        and payment_state <> 'Held' and awaits_email_key is null`,
  },
  {
    violation: 'MergedRuns',
    pagesOf: 'subscriptions',
    sentence: 'a subscription that was merged into another one goes on',
    violations: (page) => sql`select account_id, id as subject, id as subscription_id from subscriptions
      where ${page.within('account_id', 'id')} and merged_into is not null and ended_at is null and status = 'Active'`,
  },
  {
    violation: 'MergedCycles',
    pagesOf: 'subscriptions',
    sentence: 'more cycles of a merged subscription count for the other one than are paid',
    violations: (
      page,
    ) => sql`select s.account_id, s.id as subject, s.id as subscription_id from subscriptions s
      inner join subscriptions one on one.account_id = s.account_id and one.id = s.merged_into
      where ${page.within('s.account_id', 's.id')} and (s.merged_cycles * one.quantity > (select coalesce(sum(
          case when coalesce(p.units, s.quantity) < one.quantity then coalesce(p.units, s.quantity) else one.quantity end), 0)
        from subscription_periods p
        where p.account_id = s.account_id and p.subscription_id = s.id and p.state = 'Paid' and p.reason is null
          and p.number >= coalesce(s.earns_from, s.cycles_from)
          and (p.order_id is not null or p.created_at <= s.created_at)
          and (s.cut is null or p.order_id is null or p.order_id <> s.cut ->> 'orderId')))`,
  },
  {
    violation: 'OrderPayment',
    pagesOf: 'orders',
    sentence: 'an order is paid without a payment, or with two, or with one of another amount',
    violations: (
      page,
    ) => sql`select o.account_id, o.id as subject, ${ownSubscription} as subscription_id from orders o
      where ${page.within('o.account_id', 'o.id')} and (o.status in ('Paid', 'Completed') and (1 <> (select count(*) from payments p
          where p.account_id = o.account_id and p.subject_kind = 'Order' and p.subject_id = o.id
            and p.status = 'Succeeded')
        or cast(o.content -> 'quote' -> 'total' ->> 'dueMinor' as bigint) <> (select sum(p.amount_minor)
          from payments p where p.account_id = o.account_id and p.subject_kind = 'Order' and p.subject_id = o.id
            and p.status = 'Succeeded')))`,
  },
  {
    violation: 'Refunds',
    pagesOf: 'payments',
    sentence: 'the refunds of a payment are not what it counts, or more than arrived',
    violations: (
      page,
    ) => sql`select p.account_id, p.subject_id as subject, ${ownSubscription} as subscription_id from payments p
      left join orders o on p.subject_kind = 'Order' and o.account_id = p.account_id and o.id = p.subject_id
      where ${page.within('p.account_id', 'p.id')} and (p.refunded_minor > coalesce(p.received_minor, p.amount_minor)
        or p.refunded_minor <> coalesce((select sum(r.amount_minor) from refunds r
          where r.account_id = p.account_id and r.payment_id = p.id and r.status <> 'Failed'), 0))`,
  },
  {
    violation: 'DocumentGap',
    pagesOf: null,
    sentence: 'the numbers of a series of documents have a gap, or are not those that are counted',
    violations: () => sql`select account_id, prefix as subject, null as subscription_id from document_series n
      where last_position <> (select count(*) from documents d
          where d.account_id = n.account_id and d.prefix = n.prefix)
        or last_position <> (select max(position) from documents d
          where d.account_id = n.account_id and d.prefix = n.prefix)`,
  },
];
