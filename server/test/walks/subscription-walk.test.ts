import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertInvariants } from '../invariants.ts';
import { IS_LONG, times } from '../length.ts';
import { PLANS } from './subscription-shop.ts';
import { type Step, stepsOf, take, ZONES } from './subscription-steps.ts';
import { DAY_MS, openSubscriptionWalk, type SubscriptionWalk } from './subscription-walk.ts';

const SUBSCRIPTIONS = times(9, 1_000);
const STEPS = times(40, 1_500);
/** The long form goes on until five years have passed; many steps take none of the time. */
const DAYS_LEAST = times(0, 5 * 366);
const STEPS_MOST = times(STEPS, 5_000);
/** The days of a step: with many subscriptions, something happens to one of them on most days. */
const DAYS = IS_LONG ? [1, 1, 2] : [1, 3, 8, 16, 31];
/** In the short form always the same walk; `LATCHKEY_TEST_SEED` repeats one of the long form. */
const SEED = Number(process.env['LATCHKEY_TEST_SEED'] ?? (IS_LONG ? randomInt(2 ** 31) : 35));
/** All rules of the whole database are checked after so many steps, those of subscriptions whenever days have passed. */
const EVERY = times(30, 100);

const RARE_PLANS = PLANS.filter(({ cycle }) => cycle !== 'Daily');

/** The beginnings of a walk: each cycle and zone, with anchors on days that not every month has. */
async function begin(walk: SubscriptionWalk): Promise<void> {
  const days = ['2028-01-28', '2028-01-29', '2028-01-30', '2028-01-31', '2028-02-29', '2028-03-25'];
  // At times that daylight saving skips and repeats in one of the zones or another.
  const clockTimes = ['01:30', '12:00', '06:30', '15:15'];
  for (const [index, day] of days.entries()) {
    const moment = new Date(`${day}T${clockTimes[index % clockTimes.length]}:00.000Z`);
    if (index > 0) await walk.pass((moment.getTime() - walk.clock.now().getTime()) / DAY_MS);
    walk.clock.set(moment);
    for (let number = index; number < SUBSCRIPTIONS; number += days.length)
      await walk.subscribe({
        // One of them is paid for every day, which is enough.
        plan:
          (number < PLANS.length ? PLANS : RARE_PLANS)[number % PLANS.length] ??
          RARE_PLANS[0] ??
          assert.fail(),
        quantity: 1 + (number % 2),
        zone: ZONES[number % ZONES.length] ?? '',
        hasCoupon: number % 3 === 0,
      });
  }
}

async function walkThrough(walk: SubscriptionWalk, seed: number): Promise<void> {
  await begin(walk);
  // A coupon still takes off its share of it.
  await take(walk, { kind: 'Price', plan: PLANS.findIndex(({ id }) => id === 'quarterly'), percent: 150 });
  for (const [index, step] of stepsOf(seed, STEPS_MOST, DAYS).entries()) {
    if (index >= STEPS && walk.counts.days >= DAYS_LEAST) break;
    try {
      for (const each of repeated(step)) await take(walk, each);
      if (IS_LONG && step.kind === 'Downtime') await releaseHeld(walk);
      if (!IS_LONG || step.kind === 'Days') await walk.assertSettled();
      if (index % EVERY === EVERY - 1) await assertRules(walk);
    } catch (error) {
      throw new Error(
        `seed ${seed}, step ${index + 1}: ${JSON.stringify(step)} ${JSON.stringify(walk.counts)}`,
        { cause: error },
      );
    }
  }
  walk.shop.bank.troubles.splice(0);
  await walk.pass(60);
  await walk.assertSettled();
  await walk.assertPaid();
  await assertRules(walk);
}

/** On PostgreSQL with current statistics, which a server updates by itself, and the cluster of the tests does not. */
async function assertRules({ shop: { system } }: SubscriptionWalk): Promise<void> {
  const { database } = system;
  if (database.engine === 'postgres')
    await database.transaction((tx) => sql`analyze`.execute(tx.tables<unknown>()));
  await assertInvariants(database.reader);
}

/** So many buyers of a thousand get another card in one step, or one that fails. */
const CARDS = times(1, 10);

function repeated(step: Step): readonly Step[] {
  if (step.kind !== 'Card') return [step];
  return Array.from({ length: CARDS }, (_, index) => ({ ...step, of: step.of + index }));
}

/** After a downtime, the vendor releases what is held: otherwise hardly anything would ever be charged again. */
async function releaseHeld(walk: SubscriptionWalk): Promise<void> {
  for (let count = await walk.countHeld(); count > 0; count -= 1)
    await take(walk, { kind: 'Release', of: count });
}

test('subscriptions live for years, and every buyer pays each period once and nothing else', async (t) => {
  const defects: string[] = [];
  const walk = await openSubscriptionWalk((line) => void defects.push(...defectsIn(line)));
  try {
    await walkThrough(walk, SEED);
    assert.deepEqual(defects, []);
  } finally {
    await walk.shop.close();
  }
  const { subscriptions, days, charges, declines, steps, refused } = walk.counts;
  t.diagnostic(`seed: ${SEED}`);
  t.diagnostic(
    `${subscriptions} subscriptions, ${Math.round(days)} simulated days, ${charges} charges, ${declines} declined, ` +
      `${steps} steps (${refused} refused), 0 violations`,
  );
  // Otherwise the steps have no effect.
  assert.ok(charges > 3 * SUBSCRIPTIONS, `only ${charges} charges`);
  assert.ok(!IS_LONG || declines > SUBSCRIPTIONS / 2, `only ${declines} declines`);
});

/** The failure in a line of the log, unless the bank caused it. */
function defectsIn(line: string): string[] {
  const { err, msg } = JSON.parse(line);
  if (err === undefined || /^(connection refused|socket hang up|the bank is silent)$/.test(err.message))
    return [];
  return [`${msg}: ${err.stack}`];
}
