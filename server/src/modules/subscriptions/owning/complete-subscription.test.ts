import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { createVariation } from '../../catalog/index.ts';
import { changePlan, milestonesOf, planTerms } from '../index.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  for (const [id, recurrence, EUR] of [
    ['synth-rent', 'Monthly', 1_500],
    ['synth-rent-yearly', 'Yearly', 20_000],
  ] as const) {
    const variation = { id, name: id, recurrence, prices: { EUR, USD: EUR }, terms: { ownAfterCycles: 2 } };
    await createVariation(app.ctx, { type: 'Product', id: 'synth' }, variation);
  }
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** Ten days into a paid month, another plan begins at once. */
async function changedTo(variationId: string) {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'Succeeds' });
  app.system.clock.advance(10 * DAY_MS);
  const terms = await planTerms(app.ctx, subscription.id);
  await changePlan(app.ctx, subscription.id, { variationId, when: 'Now' }, terms);
  await runPaymentJobs(app.system);
  const changed = await subscriptionNow(app, subscription);
  assert.deepEqual([changed.variationId, changed.status], [variationId, 'Active']);
  return { subscription: changed, customer };
}

test('the month in which a rent to own begins by a change was not paid on it, and does not count', async () => {
  const { subscription, customer } = await changedTo('synth-rent');
  assert.equal((await milestonesOf(app.ctx, subscription, []))?.currentCycleIsCompleted, false);
  assert.equal((await nextStep(app, subscription)).status, 'Active', 'one of two');
  assert.equal((await nextStep(app, subscription)).status, 'Completed');
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const letters = await mails.where('subject', 'like', '%yours to keep').execute();
  assert.deepEqual(
    letters.map(({ kind, recipient }) => [kind, recipient]),
    [['Subscription', customer.email]],
  );
  assert.match(letters[0]?.textBody ?? '', /Everything for Synth, synth-rent is paid\..*never end/s);
});

test('a whole cycle that is paid with the change counts', async () => {
  const { subscription } = await changedTo('synth-rent-yearly');
  assert.equal((await milestonesOf(app.ctx, subscription, []))?.currentCycleIsCompleted, true);
  let renewed = await nextStep(app, subscription);
  if (renewed.paidUntil.getTime() === subscription.paidUntil.getTime())
    renewed = await nextStep(app, subscription);
  assert.equal(renewed.status, 'Completed');
});
