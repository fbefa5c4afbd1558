import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import process from 'node:process';
import { test } from 'node:test';
import { assertInvariants } from '../invariants.ts';
import { IS_LONG, times } from '../length.ts';
import { begin, stepsOf, take } from './subscription-steps.ts';
import { openSubscriptionWalk, type SubscriptionWalk, type WalkCounts } from './subscription-walk.ts';

/** Walks with `npm test -- --long`, each of 1,000 subscriptions through five years and more. */
const WALKS = times(1, 4);
const SUBSCRIPTIONS = times(9, 1_000);
const STEPS = times(60, 4_000);
/** In the short form always the same walk; `LATCHKEY_TEST_SEED` repeats one of the long form. */
const SEED = Number(process.env['LATCHKEY_TEST_SEED'] ?? (IS_LONG ? randomInt(2 ** 31) : 35));
/** All rules of the whole database are checked after so many steps, those of subscriptions after each. */
const EVERY = times(30, 100);

async function walkThrough(walk: SubscriptionWalk, seed: number): Promise<void> {
  await begin(walk, SUBSCRIPTIONS);
  for (const [index, step] of stepsOf(seed, STEPS).entries()) {
    try {
      await take(walk, step);
      await walk.assertSettled();
      if (index % EVERY === EVERY - 1) await assertInvariants(walk.shop.system.database.reader);
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
  await assertInvariants(walk.shop.system.database.reader);
}

function add(sums: WalkCounts, counts: WalkCounts): WalkCounts {
  return {
    subscriptions: sums.subscriptions + counts.subscriptions,
    days: sums.days + Math.round(counts.days),
    charges: sums.charges + counts.charges,
    declines: sums.declines + counts.declines,
    steps: sums.steps + counts.steps,
    refused: sums.refused + counts.refused,
  };
}

test('subscriptions live for years, and every buyer pays each period once and nothing else', async (t) => {
  let sums: WalkCounts = { subscriptions: 0, days: 0, charges: 0, declines: 0, steps: 0, refused: 0 };
  for (let number = 0; number < WALKS; number += 1) {
    const defects: string[] = [];
    const walk = await openSubscriptionWalk((line) => void defects.push(...defectsIn(line)));
    try {
      await walkThrough(walk, SEED + number);
      assert.deepEqual(defects, []);
      sums = add(sums, walk.counts);
    } finally {
      await walk.shop.close();
    }
  }
  const { subscriptions, days, charges, declines, steps, refused } = sums;
  t.diagnostic(`seed: ${SEED}`);
  t.diagnostic(
    `${subscriptions} subscriptions, ${days} simulated days, ${charges} charges, ${declines} declined, ` +
      `${steps} steps (${refused} refused), 0 violations`,
  );
  // Otherwise the steps have no effect.
  assert.ok(charges > 3 * SUBSCRIPTIONS && declines > 0, `${charges} charges, ${declines} declined`);
});

/** The failure in a line of the log, unless the bank caused it. */
function defectsIn(line: string): string[] {
  const { err, msg } = JSON.parse(line);
  if (err === undefined || /^(connection refused|socket hang up|the bank is silent)$/.test(err.message))
    return [];
  return [`${msg}: ${err.stack}`];
}
