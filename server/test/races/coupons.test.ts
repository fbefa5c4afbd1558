import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createVariation } from '../../src/modules/catalog/index.ts';
import type { CouponTables } from '../../src/modules/coupons/tables.ts';
import { applyCoupon, updateOrder } from '../../src/modules/orders/index.ts';
import { aCoupon, type CouponFields } from '../coupons.ts';
import { testEngine } from '../database.ts';
import { assertInvariants } from '../invariants.ts';
import { times } from '../length.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runTogether } from '../processes.ts';
import { until } from '../waiting.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('coupon-process.ts', import.meta.url);
const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
/** 1,000 with `npm test -- --long`. */
const RACES = times(16, 1_000);

/** The ways in which a coupon has one use left. */
const LIMITS: readonly CouponFields[] = [
  { maxUses: 1 },
  { codeUses: 1 },
  { maxUsesPerCustomer: 1 },
  { isForFirstPurchase: true },
];

/** A coupon with one use left, and a cart with it for each process, as `couponId/codeId/orderId/…`. */
async function subject({ ctx }: LicensingScenario, limit: CouponFields, isEntered: boolean): Promise<string> {
  const { couponId, codeId, code } = await aCoupon(ctx, limit);
  const orderIds = Array.from({ length: PROCESSES }, () => randomUUID());
  for (const orderId of orderIds) {
    await fillCart(ctx, orderId);
    if (isEntered) await applyCoupon(ctx, { orderId, caller: { customerId: undefined }, code });
  }
  return [couponId, codeId, ...orderIds].join('/');
}

async function fillCart(ctx: LicensingScenario['ctx'], orderId: string): Promise<void> {
  const items = [{ type: 'Product' as const, productId: 'racer', variationId: 'racer-once', quantity: 1 }];
  await updateOrder(ctx, { orderId, customerId: undefined, patch: { items, utm: {} } });
}

async function race(
  name: string,
  check: (scenario: LicensingScenario, own: readonly number[]) => Promise<void>,
): Promise<void> {
  const scenario = await licensingScenario();
  try {
    await scenario.product({ id: 'racer' });
    const variation = { id: 'racer-once', name: 'Once', prices: { EUR: 100 } };
    await createVariation(scenario.ctx, { type: 'Product', id: 'racer' }, variation);
    const subjects: string[] = [];
    for (let index = 0; index < RACES; index += 1)
      subjects.push(
        name === 'begin-with-both'
          ? await pair(scenario)
          : await subject(scenario, LIMITS[index % LIMITS.length] ?? {}, name !== 'begin-naively'),
      );
    const parts = Array.from({ length: PROCESSES }, (_, number) => [
      scenario.location,
      name,
      String(number),
      subjects.join(','),
    ]);
    const own = (await connectionsTo(scenario)).map(({ pid }) => pid);
    assert.deepEqual(await runTogether(SCRIPT, parts), Array(PROCESSES).fill(RACES));
    await check(scenario, own);
  } finally {
    await scenario.close();
  }
}

/** Two coupons with one use left each, and a cart with both for each process, entered in turns in opposite orders. */
async function pair({ ctx }: LicensingScenario): Promise<string> {
  const coupons = [await aCoupon(ctx, { maxUses: 1 }), await aCoupon(ctx, { maxUses: 1 })];
  const orderIds = Array.from({ length: PROCESSES }, () => randomUUID());
  for (const [index, orderId] of orderIds.entries()) {
    await fillCart(ctx, orderId);
    for (const { code } of index % 2 === 0 ? coupons : coupons.toReversed())
      await applyCoupon(ctx, { orderId, caller: { customerId: undefined }, code });
  }
  return ['', '', ...orderIds].join('/');
}

/** The number of payments that hold a use of each coupon. */
async function holdersPerCoupon({ system }: LicensingScenario): Promise<number[]> {
  const rows = await system.database.reader
    .tables<CouponTables>()
    .selectFrom('couponUses')
    .select(({ fn }) => ['couponId', fn.countAll<number>().as('count')])
    .where('status', '=', 'Reserved')
    .groupBy('couponId')
    .execute();
  return rows.map(({ count }) => count);
}

test('the last use of a coupon goes to one of the concurrent payments, whatever limits it', () =>
  race('begin', async (scenario) => {
    assert.deepEqual(await holdersPerCoupon(scenario), Array(RACES).fill(1));
    await assertInvariants(scenario.system.database.reader);
  }));

test('of payments with the same two coupons, entered in opposite orders, one gets both, and none waits for another forever', () =>
  race('begin-with-both', async (scenario, own) => {
    assert.equal(await countDeadlocks(scenario, own), 0);
    const { reader } = scenario.system.database;
    assert.deepEqual(await holdersPerCoupon(scenario), Array(2 * RACES).fill(1));
    const uses = await reader
      .tables<CouponTables>()
      .selectFrom('couponUses')
      .select(({ fn }) => ['paymentId', fn.countAll<number>().as('count')])
      .where('status', '=', 'Reserved')
      .groupBy('paymentId')
      .execute();
    assert.deepEqual(
      uses.map(({ count }) => count),
      Array(RACES).fill(2),
    );
    await assertInvariants(reader);
  }));

/** The connections to the database, as PostgreSQL numbers them, and whether each is the current one. */
async function connectionsTo({
  system: { database },
}: LicensingScenario): Promise<{ readonly pid: number; readonly isAsking: boolean }[]> {
  if (testEngine() === 'sqlite') return [];
  const query = sql<{ pid: number; isAsking: boolean }>`
    select pid, pid = pg_backend_pid() as is_asking from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`;
  return (await query.execute(database.reader.tables())).rows;
}

/**
 * The transactions that the database ended because of a deadlock: they ran again, invisibly. A connection has counted
 * its own by the time that it has ended, so this waits for those of the race.
 */
async function countDeadlocks(scenario: LicensingScenario, own: readonly number[]): Promise<number> {
  if (testEngine() === 'sqlite') return 0;
  await until('the end of the connections of the race', async () =>
    (await connectionsTo(scenario)).every(({ pid, isAsking }) => isAsking || own.includes(pid)),
  );
  const { database } = scenario.system;
  const query = sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`;
  return database.transaction(async (tx) => {
    const { rows } = await query.execute(tx.tables());
    return Number(rows[0]?.deadlocks);
  });
}

test('uses that failed payments return concurrently are all available again', () =>
  race('begin-and-fail', async (scenario) => {
    const db = scenario.system.database.reader.tables<CouponTables>();
    assert.deepEqual(await holdersPerCoupon(scenario), []);
    const coupons = await db.selectFrom('coupons').select('uses').execute();
    assert.deepEqual(
      coupons.map(({ uses }) => uses),
      Array(RACES).fill(0),
    );
    const customers = await db.selectFrom('couponCustomers').select('uses').execute();
    assert.ok(customers.every(({ uses }) => uses === 0));
    assert.deepEqual(await db.selectFrom('couponFirstPurchases').selectAll().execute(), []);
    await assertInvariants(scenario.system.database.reader);
  }));

test('the race is run: checking first and taking then gives the last use to several payments', () =>
  untilExercised(() =>
    race('begin-naively', async (scenario) => {
      const counts = await holdersPerCoupon(scenario);
      assert.ok(
        counts.some((count) => count > 1),
        `uses per coupon: ${counts.join()}`,
      );
    }),
  ));
