import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { refundFails } from '../../../../test/late-money.ts';
import { runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { listLicenses } from '../../licensing/index.ts';
import { getOrder } from '../../orders/index.ts';
import {
  changePlan,
  compSubscription,
  extendSubscription,
  pauseSubscription,
  planPayPage,
  planTerms,
  returnMoneyJob,
} from '../index.ts';
import type { Subscription } from '../tables.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const REASON = 'Sorry';
/** What happens between the agreement and the payment of it. */
const MEANWHILE: Readonly<Record<string, (subscription: Subscription) => Promise<unknown>>> = {
  'given days': ({ id }) => extendSubscription(app.ctx, id, { days: 3, reason: REASON }),
  'given a month': ({ id }) => compSubscription(app.ctx, id, { periods: 1, reason: REASON }),
  paused: ({ id }) => pauseSubscription(app.ctx, id, 1),
};

/** A change to three units, paid after something else has happened to the subscription. */
async function paidTooLate(change: (subscription: Subscription) => Promise<unknown>) {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  const terms = await planTerms(app.ctx, subscription.id);
  const { subscription: agreed } = await changePlan(app.ctx, subscription.id, { quantity: 3 }, terms);
  const orderId = agreed.nextPlan?.orderId ?? assert.fail();
  const { pathname } = new URL((await planPayPage(app.ctx, agreed)) ?? assert.fail());
  await change(subscription);
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.statusCode, 200, paid.body);
  return { subscription, orderId };
}

for (const [what, change] of Object.entries(MEANWHILE))
  test(`a change that is paid after the subscription was ${what} does not begin, and its money goes back`, async () => {
    const { subscription, orderId } = await paidTooLate(change);
    await runJobs(app.system, returnMoneyJob);
    assert.equal((await getOrder(app.ctx, orderId)).isRefunded, true);
    assert.equal((await subscriptionNow(app, subscription)).quantity, 1);
    const now = app.system.clock.now();
    const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
    const usable = licenses.filter(
      ({ status, expiresAt }) => status === 'Active' && expiresAt !== null && expiresAt > now,
    );
    assert.equal(usable.length, 1);
  });

test('the vendor who returns the money of such a change by hand takes no unit off, and adds none when that fails', async () => {
  const { subscription, orderId } = await paidTooLate(({ id }) => pauseSubscription(app.ctx, id, 1));
  await rentToOwn(app, subscription, { quantity: 2 });
  const refund = await app.inject({
    method: 'POST',
    url: `/api/orders/${orderId}/refunds`,
    headers: await app.apiKey(app.demo, 'orders:write'),
    payload: {},
  });
  assert.equal(refund.statusCode, 201, refund.body);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
  await runPaymentJobs(app.system);
  await refundFails(app, orderId);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
});
