import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { SubscriptionTables, Violation } from './tables.ts';

interface Row {
  readonly accountId: string;
  /** What breaks the rule: a subscription, an order or a license, … */
  readonly subject: string;
  /** … and the subscription that it belongs to. */
  readonly subscriptionId: string;
}

/** A rule that always holds, and the rows that break it. */
interface Invariant {
  readonly violation: Violation;
  /** What is wrong, as a sentence. */
  readonly sentence: string;
  readonly violations: RawBuilder<Row>;
}

/** The most violations of a rule that are noted. */
const MOST = 1_000;

const INVARIANTS: readonly Invariant[] = [
  {
    violation: 'Gap',
    sentence: 'the periods of a subscription overlap or leave a gap',
    violations: sql`select a.account_id, a.subscription_id as subject, a.subscription_id from subscription_periods a
      inner join subscription_periods b on b.account_id = a.account_id and b.subscription_id = a.subscription_id
        and b.number = a.number + 1
      where b.starts_at <> a.ends_at`,
  },
  {
    violation: 'Numbers',
    sentence: 'the periods of a subscription are not numbered from 1',
    violations: sql`select account_id, subscription_id as subject, subscription_id from subscription_periods
      group by account_id, subscription_id having min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    violation: 'OpenWithoutOrder',
    sentence: 'an open period of a subscription has no order',
    violations: sql`select account_id, subscription_id as subject, subscription_id from subscription_periods
      where state = 'Open' and order_id is null`,
  },
  {
    violation: 'PaidWithoutPayment',
    sentence: 'a paid period of a subscription has an order that is not paid',
    violations: sql`select p.account_id, p.subscription_id as subject, p.subscription_id from subscription_periods p
      left join orders o on o.account_id = p.account_id and o.id = p.order_id
      where p.state = 'Paid' and p.order_id is not null and coalesce(o.status, '') not in ('Paid', 'Completed')`,
  },
  {
    violation: 'PaymentWithoutPeriod',
    sentence: 'a renewal was paid and pays no period',
    violations: sql`select o.account_id, o.id as subject, o.subscription_id from orders o
      where o.origin = 'Renewal' and o.status = 'Completed' and not exists (select 1 from subscription_periods p
        where p.account_id = o.account_id and p.order_id = o.id)`,
  },
  {
    violation: 'RenewalAfterEnd',
    sentence: 'a renewal was placed after its subscription had ended',
    violations: sql`select o.account_id, o.id as subject, o.subscription_id from orders o
      inner join subscriptions s on s.account_id = o.account_id and s.id = o.subscription_id
      where o.origin = 'Renewal' and o.created_at > s.ended_at`,
  },
  {
    violation: 'PaidUntil',
    sentence: 'a subscription is not paid until the end of its last period with access',
    violations: sql`select s.account_id, s.id as subject, s.id as subscription_id from subscriptions s
      where s.paid_until <> (select max(p.ends_at) from subscription_periods p
        where p.account_id = s.account_id and p.subscription_id = s.id and p.state in ('Paid', 'Skipped'))`,
  },
  {
    violation: 'LicenseEnd',
    sentence: 'a license ends before the subscription that pays for it',
    violations: sql`select l.account_id, l.id as subject, s.id as subscription_id from licenses l
      inner join subscriptions s on s.account_id = l.account_id and s.id = l.subscription_id
      where l.expires_at < s.expires_at and s.status <> 'Completed'`,
  },
  {
    violation: 'MergedRuns',
    sentence: 'a subscription that was merged into another one goes on',
    violations: sql`select account_id, id as subject, id as subscription_id from subscriptions
      where merged_into is not null and ended_at is null and status = 'Active'`,
  },
  {
    violation: 'MergedCycles',
    sentence: 'more cycles of a merged subscription count for the other one than are paid',
    violations: sql`select s.account_id, s.id as subject, s.id as subscription_id from subscriptions s
      inner join subscriptions one on one.account_id = s.account_id and one.id = s.merged_into
      where s.merged_cycles * one.quantity > (select count(*) from subscription_periods p
        where p.account_id = s.account_id and p.subscription_id = s.id and p.state = 'Paid' and p.reason is null
          and p.number >= coalesce(s.earns_from, s.cycles_from)
          and (p.order_id is not null or p.created_at <= s.created_at)
          and (s.cut is null or p.order_id is null or p.order_id <> s.cut ->> 'orderId'))
        * case when s.quantity < one.quantity then s.quantity else one.quantity end`,
  },
];

type BrokenRule = Row & Omit<Invariant, 'violations'>;

/** What breaks the rules of subscriptions, of all accounts; it reads them all. */
export async function brokenInvariants(db: Reader): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const { violation, sentence, violations } of INVARIANTS) {
    const { rows } = await sql<Row>`${violations} limit ${MOST}`.execute(db.tables<unknown>());
    broken.push(...rows.map((row) => ({ ...row, violation, sentence })));
  }
  return broken;
}

/** Notes which subscriptions break a rule now; the others do not any more. */
export async function noteViolations(tx: Tx, broken: readonly BrokenRule[]): Promise<void> {
  const tables = tx.tables<SubscriptionTables>();
  await tables
    .updateTable('subscriptions')
    .set({ violation: null })
    .where('violation', 'is not', null)
    .execute();
  for (const { violation, accountId, subscriptionId } of broken)
    await tables
      .updateTable('subscriptions')
      .set({ violation })
      .where('accountId', '=', accountId)
      .where('id', '=', subscriptionId)
      .execute();
}

/** The subscriptions of all accounts in which a broken rule is noted. */
export async function countBroken(reader: Reader): Promise<number> {
  const subscriptions = reader.tables<SubscriptionTables>().selectFrom('subscriptions');
  const { count } = await subscriptions
    .select(({ fn }) => fn.countAll().as('count'))
    .where('violation', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
