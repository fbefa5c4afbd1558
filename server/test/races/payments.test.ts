import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createVariation } from '../../src/modules/catalog/index.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { payOrder, updateOrder } from '../../src/modules/orders/index.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import type { MailTables } from '../../src/platform/mail/tables.ts';
import { testEngine } from '../database.ts';
import { assertInvariants } from '../invariants.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { DELAYED_PAYMENT } from '../payments.ts';
import { GUEST_LINK } from '../shop.ts';
import { runTogether } from '../processes.ts';
import { untilExercised } from './until-exercised.ts';
import { times } from '../length.ts';

const SCRIPT = new URL('payment-process.ts', import.meta.url);
const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
/** 2,000 with `npm test -- --long`. */
const RACES = times(40, 2_000);
const QUANTITY = 2;

/** Orders whose payment waits for the provider's report, as `paymentId/orderId`. */
async function ordersInPayment({ ctx, system }: LicensingScenario, count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1) {
    const orderId = randomUUID();
    const items = [
      { type: 'Product' as const, productId: 'racer', variationId: 'racer-once', quantity: QUANTITY },
    ];
    await updateOrder(ctx, { orderId, customerId: undefined, patch: { items, utm: {} } });
    const buyer = { name: 'Racer', email: `racer-${index}@example.com` };
    await payOrder(ctx, { orderId, link: GUEST_LINK, buyer, ...DELAYED_PAYMENT });
  }
  const payments = await system.database.reader
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .execute();
  return payments.map(({ id, subjectId }) => `${id}/${subjectId}`);
}

async function race(name: string, check: (scenario: LicensingScenario) => Promise<void>): Promise<void> {
  const scenario = await licensingScenario();
  try {
    await scenario.product({ id: 'racer' });
    const variation = { id: 'racer-once', name: 'Once', prices: { EUR: 100 } };
    await createVariation(scenario.ctx, { type: 'Product', id: 'racer' }, variation);
    const list = (await ordersInPayment(scenario, RACES)).join(',');
    const parts = Array.from({ length: PROCESSES }, (_, number) => [
      scenario.location,
      name,
      String(number),
      list,
    ]);
    assert.deepEqual(await runTogether(SCRIPT, parts), Array(PROCESSES).fill(RACES));
    await check(scenario);
  } finally {
    await scenario.close();
  }
}

async function licensesPerOrder({ system }: LicensingScenario): Promise<number[]> {
  const rows = await system.database.reader
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(({ fn }) => ['orderId', fn.countAll<number>().as('count')])
    .groupBy('orderId')
    .execute();
  return rows.map(({ count }) => count);
}

/** Every order completed with its full set of licenses, one payment recorded and one receipt mailed. */
async function assertCompletedOnce(scenario: LicensingScenario): Promise<void> {
  const db = scenario.system.database.reader;
  assert.deepEqual(await licensesPerOrder(scenario), Array(RACES).fill(QUANTITY));
  const orders = await db.tables<OrderTables>().selectFrom('orders').select('status').execute();
  assert.deepEqual(
    orders.map(({ status }) => status),
    Array(RACES).fill('Completed'),
  );
  const payments = await db.tables<PaymentTables>().selectFrom('payments').select('status').execute();
  assert.deepEqual(
    payments.map(({ status }) => status),
    Array(RACES).fill('Succeeded'),
  );
  const mails = db.tables<MailTables>().selectFrom('mails').select('id').where('kind', '=', 'Receipt');
  assert.equal((await mails.execute()).length, RACES);
  await assertInvariants(db);
}

test('a payment reported by several processes concurrently completes its order once', () =>
  race('repeat', assertCompletedOnce));

test('the concurrent return, event and job, on several processes, deliver an order once, with one receipt', () =>
  race('triggers', assertCompletedOnce));

test('a success counts, once, whatever failures are reported before and after it', () =>
  race('contradict', assertCompletedOnce));

test('a cart that is changed while its payment is reported is completed as it was paid', () =>
  race('change', assertCompletedOnce));

test('the race is run: checking first and granting then gives an order more licenses than it paid for', () =>
  untilExercised(() =>
    race('repeat-naively', async (scenario) => {
      const granted = (await licensesPerOrder(scenario)).reduce((sum, count) => sum + count, 0);
      assert.ok(granted > RACES * QUANTITY, `${granted} licenses for ${RACES} orders of ${QUANTITY}`);
    }),
  ));
