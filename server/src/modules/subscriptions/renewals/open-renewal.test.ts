import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { lastOrder } from '../../../../test/late-money.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { getOrder } from '../../orders/index.ts';
import { openPayoff, payRenewal } from '../index.ts';
import type { Subscription } from '../tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const half = (payments: number | null) => ({
  unitOriginalMinor: 4_900,
  adjustments: [],
  reductions: [{ name: 'Half', amountMinor: 2_450, payments }],
});

/** What the buyer who pays the open renewal agrees to: the number of each later payment whose price is another one. */
async function laterPayments(subscription: Subscription): Promise<(number | undefined)[][] | undefined> {
  const { lines } = await getOrder(app.ctx, await lastOrder(app, subscription));
  return lines[0]?.agreed?.comesAgain?.prices.map(({ payment, price: { unitOriginalMinor, reductions } }) => [
    payment,
    unitOriginalMinor - (reductions[0]?.amountMinor ?? 0),
  ]);
}

test('who pays a renewal without a saved method agrees to what follows, from the payment on that costs more', async () => {
  const { subscription, customer } = await subscribe(app);
  await rentToOwn(app, subscription, { price: half(4) });
  await nextStep(app, subscription);
  assert.deepEqual(await laterPayments(subscription), [
    [2, 2_450],
    [4, 4_900],
  ]);
  await payOnPage(app, await payRenewal(app.ctx, subscription.id), customer.email);
  await nextStep(app, subscription);
  assert.equal(await laterPayments(subscription), undefined, 'a saved method is charged as agreed before');
});

test('who pays the last renewal of a rent to own agrees to no later payment', async () => {
  for (const [ownAfterCycles, later] of [
    [2, undefined],
    [3, [[2, 4_900]]],
  ] as const) {
    const { subscription } = await subscribe(app);
    await rentToOwn(app, subscription, { ownAfterCycles });
    await nextStep(app, subscription);
    assert.deepEqual(await laterPayments(subscription), later);
  }
});

test('a renewal whose deductions are as much as its price is free, and says what the one after it costs', async () => {
  const name = 'Two months';
  const discount = { kind: 'Discount', id: 'two', name, description: null, isExclusive: false } as const;
  const benefit = { type: 'PercentageOff', basisPoints: 10_000 } as const;
  const adjustment = { ...discount, benefit, amountMinor: 4_900, recurringPaymentUseCount: 2 };
  const free = {
    ofUnits: { adjustments: [adjustment], reductions: [] },
    ofAll: { adjustments: [], reductions: [{ name, amountMinor: 9_800, payments: 2 }] },
  };
  for (const [kind, deductions] of Object.entries(free)) {
    const { subscription } = await subscribe(app, { method: 'Succeeds', quantity: 2 });
    await rentToOwn(app, subscription, { price: { unitOriginalMinor: 4_900, ...deductions } });
    const renewed = await nextStep(app, subscription);
    assert.deepEqual([renewed.paymentState, renewed.total.dueMinor], ['Paid', 9_800], kind);
    const [, second] = await periodsNow(app, subscription);
    assert.deepEqual(
      [second?.state, second?.orderId, renewed.paidUntil],
      ['Paid', null, second?.endsAt],
      kind,
    );
    await nextStep(app, subscription);
    const order = await getOrder(app.ctx, await lastOrder(app, subscription));
    assert.equal(order.content?.quote.total.dueMinor, 9_800, kind);
  }
});

test('a renewal that costs as little as a cent is charged', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const reductions = [{ name: 'Nearly free', amountMinor: 4_899, payments: null }];
  await rentToOwn(app, subscription, { price: { unitOriginalMinor: 4_900, adjustments: [], reductions } });
  await nextStep(app, subscription);
  const order = await getOrder(app.ctx, await lastOrder(app, subscription));
  assert.equal(order.content?.quote.total.dueMinor, 1);
});

test('the page on which the rest of a rent to own is paid leads nowhere once a renewal is open', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  await rentToOwn(app, subscription, { ownAfterCycles: 4 });
  const page = new URL(await openPayoff(app.ctx, subscription.id));
  assert.equal((await app.inject({ url: `/api${page.pathname}` })).statusCode, 200);
  assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer');
  assert.equal((await app.inject({ url: `/api${page.pathname}` })).statusCode, 404);
  assert.equal((await subscriptionNow(app, subscription)).status, 'Active');
});
