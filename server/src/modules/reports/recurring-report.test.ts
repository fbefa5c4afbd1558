import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { recurringRevenue } from '../../../migrations/0045-recurring-revenue.ts';
import { testEngine } from '../../../test/database.ts';
import { stepsOf, take } from '../../../test/walks/subscription-steps.ts';
import { openSubscriptionWalk, type SubscriptionWalk } from '../../../test/walks/subscription-walk.ts';
import { PLANS } from '../../../test/walks/subscription-shop.ts';
import { portableDdl } from '../../platform/database/migrate.ts';
import { updateSettings } from '../accounts/index.ts';
import type { CycleLength } from '../subscriptions/domain/calendar.ts';
import type { SubscriptionTables } from '../subscriptions/tables.ts';
import type { RecurringReport } from './recurring-report.ts';
import { recurringReport } from './index.ts';
import type { ReportTables } from './tables.ts';

const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
const STEPS = 90;

/** The beginnings of months in Berlin, in winter and in summer time. */
const MONTH_ENDS: readonly (readonly [month: string, end: Date])[] = [
  ['2028-01', new Date('2028-01-31T23:00:00Z')],
  ['2028-02', new Date('2028-02-29T23:00:00Z')],
  ['2028-03', new Date('2028-03-31T22:00:00Z')],
  ['2028-04', new Date('2028-04-30T22:00:00Z')],
  ['2028-05', new Date('2028-05-31T22:00:00Z')],
  ['2028-06', new Date('2028-06-30T22:00:00Z')],
  ['2028-07', new Date('2028-07-31T22:00:00Z')],
  ['2028-08', new Date('2028-08-31T22:00:00Z')],
  ['2028-09', new Date('2028-09-30T22:00:00Z')],
  ['2028-10', new Date('2028-10-31T23:00:00Z')],
  ['2028-11', new Date('2028-11-30T23:00:00Z')],
  ['2028-12', new Date('2028-12-31T23:00:00Z')],
];

const MONTHS_OF_CYCLE: Readonly<Record<CycleLength, number>> = {
  Daily: 12 / 365,
  Weekly: 12 / 52,
  Monthly: 1,
  Quarterly: 3,
  Yearly: 12,
};

interface Snapshot {
  readonly revenueMinor: number;
  readonly subscribers: number;
}

/** The same in another way: what every subscription is at this moment, and whether anything was paid for its periods. */
async function recount({ shop }: SubscriptionWalk): Promise<Snapshot> {
  const tables = shop.system.database.reader.tables<SubscriptionTables>();
  const rows = await tables.selectFrom('subscriptions').selectAll().execute();
  const periods = await tables.selectFrom('subscriptionPeriods').selectAll().execute();
  const paying = rows.filter(({ id, status }) => {
    const own = periods.filter(({ subscriptionId }) => subscriptionId === id);
    const hasPaid = own.some(({ state, reason }) => state === 'Paid' && reason !== 'FreeDays');
    return hasPaid && status !== 'Expired' && status !== 'Completed';
  });
  const amounts = paying.map(({ total, cycleLength }) =>
    Math.round(total.subtotalMinor / MONTHS_OF_CYCLE[cycleLength]),
  );
  return { revenueMinor: amounts.reduce((sum, amount) => sum + amount, 0), subscribers: paying.length };
}

/** Lets a year pass with everything that can happen to subscriptions; what each month came to, when it ended. */
async function walkThroughYear(walk: SubscriptionWalk): Promise<Map<string, Snapshot>> {
  walk.clock.set(new Date('2028-01-10T12:00:00Z'));
  for (const plan of PLANS) await walk.subscribe({ plan, quantity: 2, zone: ZONE, hasCoupon: true });
  const snapshots = new Map<string, Snapshot>();
  const steps = stepsOf(46, STEPS, [7]).filter(
    ({ kind }) => kind !== 'Downtime' && kind !== 'ClockBack' && kind !== 'Silence' && kind !== 'Days',
  );
  const daysLeft = (to: Date) => (to.getTime() - walk.clock.now().getTime()) / DAY_MS;
  for (const [index, [month, end]] of MONTH_ENDS.entries()) {
    const share = Math.ceil(steps.length / MONTH_ENDS.length);
    for (const step of steps.slice(index * share, (index + 1) * share)) {
      await take(walk, step.kind === 'Subscribe' ? { ...step, zone: ZONE } : step);
      await walk.pass(Math.min(5, Math.max(0, daysLeft(end) - 1)));
    }
    // The last moment of the month: what is due at its end belongs to the next one.
    await walk.pass(daysLeft(end) - 1 / DAY_MS);
    snapshots.set(month, await recount(walk));
  }
  return snapshots;
}

const EMPTY = { months: [], items: [] };

function euroOf({ currencies: [euro] }: RecurringReport) {
  return euro ?? EMPTY;
}

test('a year of recurring revenue is what every subscription was at each end of a month, to the cent', async () => {
  const walk = await openSubscriptionWalk();
  const { shop } = walk;
  try {
    const snapshots = await walkThroughYear(walk);
    await updateSettings(await shop.context(), { documents: { timeZone: ZONE } });
    const report = async () => recurringReport(await shop.context(), { first: '2028-01', last: '2028-12' });
    const running = euroOf(await report());
    walk.clock.advance(2 * 3_600_000);
    const { months, items } = euroOf(await report());
    const ends = months.map(({ month, endMinor, subscribersAtEnd }) => [month, endMinor, subscribersAtEnd]);
    const expected = [...snapshots].map(([month, { revenueMinor, subscribers }]) => [
      month,
      revenueMinor,
      subscribers,
    ]);
    assert.deepEqual(ends, expected);
    assert.deepEqual(running.months, months, 'the month that ran ended so');
    assert.deepEqual(euroOf(await report()).months, months, 'the same from what was kept');
    for (const [index, month] of months.entries()) {
      const before = months[index - 1];
      assert.equal(month.startMinor, before?.endMinor ?? 0);
      assert.equal(month.subscribersAtStart, before?.subscribersAtEnd ?? 0);
      const gained = month.newMinor + month.expansionMinor + month.reactivationMinor;
      assert.equal(month.endMinor, month.startMinor + gained - month.contractionMinor - month.churnMinor);
      for (const amount of [month.newMinor, month.contractionMinor, month.churnMinor]) assert.ok(amount >= 0);
    }
    for (const name of [
      'newMinor',
      'expansionMinor',
      'contractionMinor',
      'reactivationMinor',
      'churnMinor',
    ] as const)
      assert.ok(
        months.some((month) => month[name] > 0),
        `nothing of ${name} has happened in this year`,
      );
    assert.deepEqual(
      [sumOf(items.map(({ endMinor }) => endMinor)), sumOf(items.map(({ subscribers }) => subscribers))],
      [months.at(-1)?.endMinor, months.at(-1)?.subscribersAtEnd],
    );
    await assertFilledByMigration(walk, running);
  } finally {
    await shop.close();
  }
});

/** What was recorded before the table existed is what subscriptions bring now. */
async function assertFilledByMigration(
  { shop }: SubscriptionWalk,
  before: ReturnType<typeof euroOf>,
): Promise<void> {
  const fills = recurringRevenue.statements.filter(
    (each) => typeof each === 'string' && each.startsWith('insert into'),
  );
  assert.equal(fills.length, 2);
  await shop.system.database.transaction(async (tx) => {
    await tx.tables<ReportTables>().deleteFrom('recurringMonths').execute();
    const tables = tx.tables<SubscriptionTables>();
    await tables.deleteFrom('revenueChanges').execute();
    for (const statement of fills) await sql.raw(portableDdl(statement, testEngine())).execute(tables);
  });
  const ctx = await shop.context();
  const { months, items } = euroOf(await recurringReport(ctx, { first: '2028-12', last: '2028-12' }));
  const [last] = months;
  const expected = before.months.at(-1);
  assert.deepEqual(
    [last?.endMinor, last?.subscribersAtEnd],
    [expected?.endMinor, expected?.subscribersAtEnd],
  );
  assert.deepEqual(items, before.items);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
