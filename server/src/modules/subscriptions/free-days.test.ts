import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { shopper, stockShop } from '../../../test/shop.ts';
import { subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { transaction } from '../../platform/context/context.ts';
import { freeDaysUsedBy } from './free-days.ts';
import { RECURRING_SALES } from './recurring-sales.ts';
import type { SubscriptionTables } from './tables.ts';

const DAYS = 14;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** One with free days, for another customer, that waits for the proof of an address. */
async function awaiting(emailKey: string) {
  const { subscription, orderId } = await subscribe(app);
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ freeDays: DAYS, awaitsEmailKey: emailKey })
      .where('id', '=', subscription.id)
      .execute(),
  );
  return { subscription, orderId };
}

test('who proves the address of others has used up the free days of what they bought, once for each item', async () => {
  const { id, email } = await shopper(app);
  const others = [await awaiting(email), await awaiting(email)];
  const item = { type: 'Product', id: others[0]?.subscription.productId ?? assert.fail() } as const;
  assert.equal((await freeDaysUsedBy(app.ctx, id))(item), false);
  const orderIds = others.map(({ orderId }) => orderId);
  await transaction(app.ctx, (tx) => RECURRING_SALES.attributed(tx, orderIds, id));
  assert.equal((await freeDaysUsedBy(app.ctx, id))(item), true);
  const now = await Promise.all(others.map(({ subscription }) => subscriptionNow(app, subscription)));
  assert.deepEqual(
    now.map(({ freeDays }) => freeDays).toSorted((one, other) => Number(one) - Number(other)),
    [0, DAYS],
  );
  assert.deepEqual(
    now.map(({ customerId, awaitsEmailKey }) => [customerId, awaitsEmailKey]),
    [
      [id, null],
      [id, null],
    ],
  );
});
