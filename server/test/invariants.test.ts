import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { LicensingTables } from '../src/modules/licensing/index.ts';
import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import { startTestApp, type TestApp } from './harness.ts';
import { assertInvariants, brokenInvariants } from './invariants.ts';
import { checkOut, ONE_APP, shopper, stockShop } from './shop.ts';

type AllTables = OrderTables & PaymentTables & LicensingTables & JobTables;

/** A shop in which one order is completed, one is being paid, and one device is activated. */
async function busyShop(): Promise<TestApp> {
  const app = await startTestApp();
  await stockShop(app, app.demo);
  const buyer = await shopper(app);
  for (const sandboxOutcome of ['Succeed', 'Delay']) {
    const { pay } = await checkOut(app, [{ ...ONE_APP, quantity: 2 }], buyer.auth);
    const payload = { name: 'Ann', email: buyer.email, sandboxOutcome };
    const paid = await app.inject({ method: 'POST', url: pay, payload });
    assert.equal(paid.statusCode, 200, paid.body);
  }
  const requested = await app.inject({
    method: 'POST',
    url: '/api/client/licenses/app/request',
    headers: buyer.auth,
    payload: { deviceName: 'A device', deviceSignature: randomUUID() },
  });
  assert.equal(requested.statusCode, 200, requested.body);
  return app;
}

/** Violations that must be noticed, each with a change of rows that causes it. */
const DAMAGES: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'the seats in use': (tx) =>
    tx.tables<AllTables>().updateTable('licenses').set({ activeActivations: 0 }).execute(),
  'an order is completed without a payment': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('payments')
      .set({ status: 'Surplus' })
      .where('status', '=', 'Succeeded')
      .execute(),
  'a payment has succeeded and its order is not completed': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('orders')
      .set({ status: 'Paid', completedAt: null })
      .where('status', '=', 'Completed')
      .execute(),
  'a payment of an order is for nothing, or an order was completed with another purchase': (tx) =>
    tx.tables<AllTables>().updateTable('purchases').set({ isFulfilled: false }).execute(),
  'an order says that a payment is on its way': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('payments')
      .set({ status: 'Failed' })
      .where('status', '=', 'Pending')
      .execute(),
  'a payment is on its way and nothing will ever ask': (tx) =>
    tx.tables<AllTables>().deleteFrom('jobs').where('kind', '<>', 'mail.send').execute(),
  'a mail is to be sent and no job does it': (tx) =>
    tx.tables<AllTables>().deleteFrom('jobs').where('kind', '=', 'mail.send').execute(),
  'an order is completed without a content or a time': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('orders')
      .set({ completedAt: null })
      .where('status', '=', 'Completed')
      .execute(),
  'a completed order is nobody’s': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('orders')
      .set({ customerId: null })
      .where('status', '=', 'Completed')
      .execute(),
  'an order has other licenses than were paid for': (tx) =>
    tx.tables<AllTables>().deleteFrom('licenses').where('activeActivations', '=', 0).execute(),
};

let app: TestApp;
before(async () => {
  app = await busyShop();
});
after(() => app.close());

test('a shop at work keeps every invariant', async () => {
  await assertInvariants(app.system.database.reader);
});

for (const [sentence, damage] of Object.entries(DAMAGES)) {
  test(`it is found when ${sentence}…`, async () => {
    const broken: string[] = [];
    const undoing = app.system.database.transaction(async (tx) => {
      await damage(tx);
      broken.push(...(await brokenInvariants(tx)));
      throw new Undone();
    });
    await assert.rejects(undoing, Undone);
    assert.ok(
      broken.some((violation) => violation.startsWith(sentence)),
      `found was: ${broken.join('; ')}`,
    );
  });
}

/** Takes the damage back, so that the next one is done to a sound shop. */
class Undone extends Error {}
