import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder, refundFails } from '../../../../test/late-money.ts';
import { runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { createVariation } from '../../catalog/index.ts';
import { listRefunds } from '../../payments/index.ts';
import { planTerms, previewPlan, returnMoneyJob, takeStep } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;
const UNIT = 900;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:read', 'subscriptions:write', 'orders:write');
  const prices = { EUR: 3 * UNIT, USD: 3 * UNIT };
  await createVariation(
    app.ctx,
    { type: 'Product', id: 'synth' },
    { id: 'synth-pro', name: 'Synth Pro', recurrence: 'Monthly', prices },
  );
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function post(url: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.ok(answer.statusCode < 300, answer.body);
  return answer.json();
}

async function refundUnit(orderId: string, lineId: string, revokeLicenses = true): Promise<void> {
  await post(`/api/orders/${orderId}/refunds`, { lines: [{ lineId, quantity: 1 }], revokeLicenses });
  await runPaymentJobs(app.system);
}

const refundsOf = async (orderId: string) =>
  (await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 })).map(
    ({ amountMinor }) => amountMinor,
  );

/** Two units: the third went back while the renewal was on its way, which charged all three. */
async function withSurplus(): Promise<{ subscription: Subscription; renewalId: string }> {
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds', quantity: 3 });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  await refundUnit(subscription.orderId, subscription.lineId);
  const renewed = await subscriptionNow(app, subscription);
  assert.deepEqual([renewed.paymentState, renewed.quantity], ['Paid', 2]);
  return { subscription: renewed, renewalId: await lastOrder(app, renewed) };
}

/** What a change to a dearer plan is credited with, and the share of the period that is left, in whole days. */
async function creditOfUpgrade(subscription: Subscription) {
  const terms = await planTerms(app.ctx, subscription.id);
  const { preview } = await previewPlan(app.ctx, subscription.id, { variationId: 'synth-pro' }, terms);
  const { startsAt, endsAt } = (await periodsNow(app, subscription)).at(-1) ?? assert.fail('no period');
  const days = (endsAt.getTime() - startsAt.getTime()) / DAY_MS;
  const passed = Math.floor((app.system.clock.now().getTime() - startsAt.getTime()) / DAY_MS);
  return { creditMinor: preview.quote.total.discountMinor, share: (days - passed) / days };
}

async function middleOfPeriod(subscription: Subscription): Promise<void> {
  const { startsAt, endsAt } = (await periodsNow(app, subscription)).at(-1) ?? assert.fail('no period');
  app.system.clock.set(new Date((startsAt.getTime() + endsAt.getTime()) / 2));
  app.system.clock.hold('it ends at the moment at which half of the period is over');
}

for (const isReturned of [true, false])
  test(`a surplus that ${isReturned ? 'has gone' : 'is to go'} back for units is no part of what an upgrade is credited with`, async () => {
    const { subscription, renewalId } = await withSurplus();
    if (isReturned) await runJobs(app.system, returnMoneyJob);
    assert.deepEqual(await refundsOf(renewalId), isReturned ? [UNIT] : []);
    app.system.clock.advance(10 * DAY_MS);
    const { creditMinor, share } = await creditOfUpgrade(subscription);
    assert.equal(creditMinor, Math.floor(2 * UNIT * share));
  });

for (const isReturned of [true, false])
  test(`the unused rest is of the units that stayed, when a surplus ${isReturned ? 'has gone' : 'is to go'} back`, async () => {
    const { subscription, renewalId } = await withSurplus();
    if (isReturned) await runJobs(app.system, returnMoneyJob);
    await middleOfPeriod(subscription);
    await post(`/api/subscriptions/${subscription.id}/cancel`, { immediately: true, refund: 'Unused' });
    await runPaymentJobs(app.system);
    assert.deepEqual(await refundsOf(renewalId), [UNIT, UNIT], 'the surplus, and half of two units');
    await refundFails(app, renewalId, { before: 1 });
    const { status } = await subscriptionNow(app, subscription);
    assert.equal(status, 'Expired', 'the surplus is no part of the rest of the period');
  });

test('the unused rest is of the units whose money has not gone back, whether or not their licenses stayed', async () => {
  for (const revokesLicenses of [true, false]) {
    const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds', quantity: 3 });
    await refundUnit(subscription.orderId, subscription.lineId, revokesLicenses);
    await middleOfPeriod(subscription);
    await post(`/api/subscriptions/${subscription.id}/cancel`, { immediately: true, refund: 'Unused' });
    assert.deepEqual(await refundsOf(subscription.orderId), [UNIT, UNIT]);
  }
});

test('money that went back without units is never more than what is left', async () => {
  const { subscription } = await subscribe(app, { item: MONTHLY, method: 'Succeeds', quantity: 2 });
  const renewed = await nextStep(app, subscription);
  const renewalId = await lastOrder(app, renewed);
  const amount = { currency: 'EUR', amount: 12 };
  await post(`/api/orders/${renewalId}/refunds`, { amount, revokeLicenses: false });
  await middleOfPeriod(renewed);
  await post(`/api/subscriptions/${renewed.id}/cancel`, { immediately: true, refund: 'Unused' });
  assert.deepEqual(await refundsOf(renewalId), [600, 1_200]);
});
