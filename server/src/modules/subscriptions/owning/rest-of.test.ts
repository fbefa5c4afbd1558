import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { getOrder, listOrders } from '../../orders/index.ts';
import { listRefunds } from '../../payments/index.ts';
import { changePlan, endSubscription, openPayoff, payoffOf, planTerms, returnMoneyJob } from '../index.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const payoff = async (subscription: Subscription) =>
  payoffOf(app.ctx, await subscriptionNow(app, subscription), await loadCatalog(app.ctx));
const rent = (
  reductions: readonly { name: string; amountMinor: number; payments: number | null }[] = [],
) => ({
  ownAfterCycles: 4,
  price: { unitOriginalMinor: 1_000, adjustments: [], reductions },
});

test('a deduction comes off the cycles that it is left for', async () => {
  const { subscription } = await subscribe(app);
  await rentToOwn(app, subscription, rent([{ name: 'Start', amountMinor: 700, payments: 2 }]));
  assert.deepEqual(await payoff(subscription), { cycles: 3, amountMinor: 300 + 1_000 + 1_000 });
});

test('what is due on the page is the rest to the cent, also where it cannot be divided by the licenses', async () => {
  for (const [amountMinor, restMinor] of [
    [100, 3 * 2_900],
    [101, 3 * 2_899],
    [99, 3 * 2_901],
  ] as const) {
    const { subscription, customer } = await subscribe(app, { quantity: 3 });
    const name = 'A little';
    const { price } = rent([{ name, amountMinor, payments: null }]);
    await rentToOwn(app, subscription, { ownAfterCycles: 3, price });
    const rest = { cycles: 2, amountMinor: (restMinor / 3) * 2 };
    assert.deepEqual(await payoff(subscription), rest);
    await openPayoff(app.ctx, subscription.id);
    const [order = assert.fail()] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
    const [line = assert.fail()] = order.lines;
    const { unitOriginalMinor = 0, reductions = [] } = line.agreed ?? {};
    const off = reductions.reduce((sum, reduction) => sum + reduction.amountMinor, 0);
    assert.deepEqual([order.origin, unitOriginalMinor * 3 - off], ['Payoff', rest.amountMinor]);
    assert.ok(off < 3 && reductions.length === (rest.amountMinor % 3 === 0 ? 0 : 1), `${off} is no rounding`);
  }
});

test('nothing is left to pay off where all cycles are paid, or the subscription has ended', async () => {
  const { subscription } = await subscribe(app);
  await rentToOwn(app, subscription, { ...rent(), ownAfterCycles: 1 });
  assert.equal(await payoff(subscription), undefined);
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  assert.deepEqual(await payoff(subscription), { cycles: 1, amountMinor: 1_000 });
  await endSubscription(app.ctx, subscription.id);
  assert.equal(await payoff(subscription), undefined);
  await assert.rejects(openPayoff(app.ctx, subscription.id), { errorType: 'PayoffNotPossible' });
});

test('a payoff of fewer licenses than there are by the time it arrives goes back whole', async () => {
  const item = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;
  const { subscription, customer } = await subscribe(app, { item, method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  const { pathname } = new URL(await openPayoff(app.ctx, subscription.id));
  const [order = assert.fail()] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
  const payload = { name: 'Ann', email: customer.email, sandboxOutcome: 'Delay' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'PaymentProcessing', paid.body);
  await changePlan(app.ctx, subscription.id, { quantity: 2 }, await planTerms(app.ctx, subscription.id));
  await runPaymentJobs(app.system);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
  app.system.clock.advance(DAY_MS);
  await runPaymentJobs(app.system);
  await runJobs(app.system, returnMoneyJob);
  const { content } = await getOrder(app.ctx, order.id);
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: order.id, limit: 9 });
  assert.deepEqual(
    refunds.map(({ amountMinor }) => amountMinor),
    [content?.quote.total.dueMinor],
  );
  assert.equal((await subscriptionNow(app, subscription)).status, 'Active');
});
