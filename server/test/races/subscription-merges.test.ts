import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { endSubscription, mergeSubscriptions, takeStep } from '../../src/modules/subscriptions/index.ts';
import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { assertInvariants } from '../invariants.ts';
import { runPaymentJobs } from '../payments.ts';
import { type Shopper, shopper, stockShop } from '../shop.ts';
import { nextStep, periodsNow, rentToOwn, subscribe, subscriptionNow } from '../subscriptions.ts';

const MONTHLY = { type: 'Product' as const, productId: 'synth', variationId: 'synth-monthly' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const buy = async (customer: Shopper) =>
  (await subscribe(app, { item: MONTHLY, method: 'Succeeds', customer })).subscription;

/** One that runs, and one that has ended, which was paid for twice; of one customer. */
async function two(ownAfterCycles: number): Promise<readonly [Subscription, Subscription, Shopper]> {
  const customer = await shopper(app);
  const other = await buy(customer);
  await nextStep(app, other);
  const past = await endSubscription(app.ctx, other.id);
  const one = await buy(customer);
  await rentToOwn(app, one, { ownAfterCycles });
  return [await subscriptionNow(app, one), past, customer];
}

test('two merges of one subscription at the same time count it once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, past, customer] = await two(12);
    const another = await buy(customer);
    await rentToOwn(app, another, { ownAfterCycles: 12 });
    const reason = 'a race';
    const outcomes = await Promise.allSettled(
      [one, another].map(({ id }) => mergeSubscriptions(app.ctx, id, { subscriptionId: past.id, reason })),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const { mergedInto } = await subscriptionNow(app, past);
    assert.equal(mergedInto, outcomes[0]?.status === 'fulfilled' ? one.id : another.id);
  }
});

test('a renewal of one that is merged at the same time counts, or is not charged', async () => {
  for (let round = 0; round < 5; round += 1) {
    const customer = await shopper(app);
    const one = await buy(customer);
    const other = await buy(customer);
    await rentToOwn(app, one, { ownAfterCycles: 12 });
    app.system.clock.set(other.dueAt ?? other.paidUntil);
    await nextStep(app, one);
    const outcomes = await Promise.allSettled([
      takeStep(app.ctx, other.id),
      mergeSubscriptions(app.ctx, one.id, { subscriptionId: other.id, reason: 'a race' }),
    ]);
    await runPaymentJobs(app.system);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
    const merged = await subscriptionNow(app, other);
    const paid = (await periodsNow(app, other)).filter(
      ({ state, reason }) => state === 'Paid' && reason === null,
    );
    assert.deepEqual([merged.mergedInto, merged.mergedCycles], [one.id, paid.length]);
    assert.ok(merged.status === 'Cancelled' || merged.status === 'Expired', merged.status);
  }
});

test('a merge beside a renewal of the first one happens before or after it, and neither is lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, past] = await two(4);
    app.system.clock.set(one.dueAt ?? one.paidUntil);
    const outcomes = await Promise.allSettled([
      takeStep(app.ctx, one.id),
      mergeSubscriptions(app.ctx, one.id, { subscriptionId: past.id, reason: 'a race' }),
    ]);
    await runPaymentJobs(app.system);
    const isMerged = outcomes[1]?.status === 'fulfilled';
    const { status } = await subscriptionNow(app, one);
    assert.equal(status, isMerged ? 'Completed' : 'Active', 'two there and two here');
  }
});
