import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { nextStep, subscribe } from '../../../test/subscriptions.ts';
import { payRenewal } from '../../modules/subscriptions/index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('the page of a renewal says that its lines, coupons and currency stay, and that of a cart does not', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesForGood' });
  assert.equal((await nextStep(app, subscription)).paymentState, 'NeedsBuyer');
  const { pathname } = new URL(await payRenewal(app.ctx, subscription.id));
  const renewal = (await app.inject({ url: `/api${pathname}` })).json();
  assert.deepEqual([renewal.fixed, renewal.currencies], [true, [renewal.currency]]);
  const change = { method: 'PATCH', url: `/api${pathname}/lines/${renewal.lines[0].id}` } as const;
  const refused = await app.inject({ ...change, payload: { quantity: 0 } });
  assert.equal(refused.json().errorType, 'OrderOfSubscription');

  const cart = (await app.inject({ url: (await checkOut(app, [ONE_APP])).show })).json();
  assert.equal(cart.fixed, undefined);
  assert.ok(cart.currencies.length > 1);
});
