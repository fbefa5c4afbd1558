import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { compSubscription } from '../index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

test('what was earned stays, however many periods are given after it', async () => {
  const { subscription } = await subscribe(app, { cycle: 'Daily', method: 'Succeeds' });
  await nextStep(app, subscription);
  const nothing = { afterCycles: 2, earned: null, earnedBefore: null, heldUntil: null };
  await rentToOwn(app, subscription, { fallback: nothing });
  const [first = assert.fail()] = await periodsNow(app, subscription);
  // One more period than a page of them has, and then two pages and more.
  for (const periods of [20, 1, 40]) {
    await compSubscription(app.ctx, subscription.id, { periods, reason: 'A gift' });
    const { fallback } = await subscriptionNow(app, subscription);
    assert.equal(fallback?.earned?.grantedBy, first.orderId, `with ${periods} more`);
  }
});
