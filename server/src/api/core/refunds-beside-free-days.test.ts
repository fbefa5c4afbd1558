import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { paymentOf, reportReversals } from '../../../test/late-money.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { runPaymentJobs } from '../../../test/payments.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { nextStep, subscriptionNow } from '../../../test/subscriptions.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { subscriptionsOfOrder } from '../../modules/subscriptions/index.ts';

const TRIAL = { type: 'Product', productId: 'synth', variationId: 'synth-days', quantity: 1 };

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
  const prices = { EUR: 1_000, USD: 1_000 };
  const terms = { freeDays: 7 };
  const variation = { id: 'synth-days', name: 'Days', recurrence: 'Monthly', terms, prices } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, variation);
  vendor = await merchantOf(app, app.demo, 'orders:read', 'orders:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** An app that is paid today, beside a subscription whose free days have passed, and which was charged since. */
async function appBesideSubscription() {
  const { orderId, pay } = await checkOut(app, [ONE_APP, TRIAL]);
  const buyer = { name: 'Ann Buyer', email: `${randomUUID()}@example.com` };
  const payload = { ...buyer, recurringConsent: { wording: '2026-12' } };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const [first = assert.fail('nothing was subscribed to')] = await subscriptionsOfOrder(app.ctx, orderId);
  const subscription = await nextStep(app, first);
  assert.equal(subscription.paymentState, 'Paid');
  const order = await vendor.call<{ items: { id: string; productId: string }[] }>(
    'GET',
    `/api/orders/${orderId}`,
  );
  const lineId = order.items.find(({ productId }) => productId === 'app')?.id;
  return { orderId, subscription, lineId };
}

type Sale = Awaited<ReturnType<typeof appBesideSubscription>>;

/** Everything that the order's own money paid for goes back. */
const WAYS: Readonly<Record<string, (sale: Sale) => Promise<unknown>>> = {
  'its line': ({ orderId, lineId }) =>
    vendor.call('POST', `/api/orders/${orderId}/refunds`, { lines: [{ lineId, quantity: 1 }] }),
  'its amount': async ({ orderId }) => {
    const { amountMinor, currency } = await paymentOf(app, orderId);
    const amount = { currency, amount: amountMinor / 100 };
    return vendor.call('POST', `/api/orders/${orderId}/refunds`, { amount });
  },
  'a refund at the provider': async ({ orderId }) => {
    const { amountMinor, currency } = await paymentOf(app, orderId);
    const refund = {
      reference: randomUUID(),
      refundId: null,
      amountMinor,
      currency,
      status: 'Succeeded',
    } as const;
    await reportReversals(app, orderId, { refunds: [refund] });
  },
};

for (const [way, refund] of Object.entries(WAYS))
  test(`all of the money of an order, by ${way}, leaves a subscription alone that other payments pay for`, async () => {
    const sale = await appBesideSubscription();
    await refund(sale);
    await runPaymentJobs(app.system);
    const licenses = await listLicenses(app.ctx, { orderId: sale.orderId, limit: 9 });
    assert.deepEqual(Object.fromEntries(licenses.map(({ productId, status }) => [productId, status])), {
      app: 'Revoked',
      synth: 'Active',
    });
    const { status, endedAt, methodId } = await subscriptionNow(app, sale.subscription);
    assert.deepEqual([status, endedAt, methodId], ['Active', null, sale.subscription.methodId]);
  });

test('who returns a whole order, or names the subscription, takes it back, too', async () => {
  for (const byLine of [true, false]) {
    const { orderId, subscription, lineId } = await appBesideSubscription();
    const lines = [lineId, subscription.lineId].map((id) => ({ lineId: id, quantity: 1 }));
    const payload = { ...(byLine && { lines }), subscription: 'EndNow' };
    await vendor.call('POST', `/api/orders/${orderId}/refunds`, payload);
    assert.equal((await subscriptionNow(app, subscription)).status, 'Expired');
  }
});
