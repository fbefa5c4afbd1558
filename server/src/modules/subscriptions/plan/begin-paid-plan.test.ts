import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
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

for (const [what, change] of Object.entries(MEANWHILE))
  test(`a change that is paid after the subscription was ${what} does not begin, and its money goes back`, async () => {
    const { subscription, customer } = await subscribe(app, { item: MONTHLY });
    const terms = await planTerms(app.ctx, subscription.id);
    const { subscription: agreed } = await changePlan(app.ctx, subscription.id, { quantity: 3 }, terms);
    const orderId = agreed.nextPlan?.orderId ?? assert.fail();
    const { pathname } = new URL((await planPayPage(app.ctx, agreed)) ?? assert.fail());
    await change(subscription);
    const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
    const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
    assert.equal(paid.statusCode, 200, paid.body);
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
