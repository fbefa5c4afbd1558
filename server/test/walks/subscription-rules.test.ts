import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import { brokenInvariants } from '../../src/modules/subscriptions/store-invariants.ts';
import type { SubscriptionTables } from '../../src/modules/subscriptions/tables.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { type TestApp, startTestApp } from '../harness.ts';
import { stockShop } from '../shop.ts';
import { nextStep, subscribe } from '../subscriptions.ts';
import { type BrokenRule, brokenIn } from './subscription-rules.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

const keysOf = (broken: readonly BrokenRule[]) =>
  broken.map(({ sentence, subject }) => `${sentence}: ${subject}`).toSorted();

test('the rules that a subscription breaks are found in its rows, its orders and their payments, and in no other', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const { subscription: other } = await subscribe(app, { method: 'Succeeds' });
  await nextStep(app, subscription);
  const broken = { all: [''], own: [''], others: [''] };
  const damage = async (tx: Tx): Promise<void> => {
    const tables = tx.tables<SubscriptionTables & PaymentTables>();
    const over = { paidUntil: app.system.clock.now(), endedAt: new Date(0), dueAt: null };
    await tables.updateTable('subscriptions').set(over).where('id', '=', subscription.id).execute();
    const orders = tables
      .selectFrom('subscriptionPeriods')
      .select('orderId')
      .where('orderId', 'is not', null);
    const own = orders.where('subscriptionId', '=', subscription.id);
    await tables.updateTable('payments').set({ refundedMinor: 1 }).where('subjectId', 'in', own).execute();
    broken.all = keysOf(await brokenInvariants(tx));
    broken.own = keysOf(await brokenIn(tx, 'demo', [subscription.id]));
    broken.others = keysOf(await brokenIn(tx, 'demo', [other.id]));
    throw new Error('undone');
  };
  await assert.rejects(app.system.database.transaction(damage), /^Error: undone$/);
  assert.equal(broken.all.length, 5, 'in its row, and in each of its orders and payments');
  assert.deepEqual(broken.own, broken.all);
  assert.deepEqual(broken.others, []);
});
