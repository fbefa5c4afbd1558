import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { checkOut, GUEST_LINK, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import { findOrder } from './find-order.ts';
import { updateOrder } from './update-order.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

test('a checkout link changes a cart only while the cart is its own, as decided under the lock of the change', async () => {
  const { orderId } = await checkOut(app);
  const change = (currency: string, id = orderId) =>
    updateOrder(app.ctx, {
      orderId: id,
      customerId: undefined,
      link: GUEST_LINK,
      patch: { currency, utm: {} },
    });
  assert.equal((await change('USD')).order.currency, 'USD');
  const ann = await shopper(app);
  await findOrder(app.ctx, orderId, ann.id);
  await assert.rejects(change('EUR'), { status: 409, errorType: 'OrderTaken' });
  assert.equal((await findOrder(app.ctx, orderId, ann.id)).order.currency, 'USD');
  const unknown = randomUUID();
  await assert.rejects(change('EUR', unknown), { status: 404 });
  await assert.rejects(findOrder(app.ctx, unknown, undefined), { status: 404 });
});

const APP = { ...ONE_APP, type: 'Product' } as const;

test('updates of one cart at the same time all count, and none loses what another wrote', async () => {
  const { orderId } = await checkOut(app);
  const patches = [
    { currency: 'USD' },
    { items: [APP, APP] },
    { utm: { source: 'mail' } },
    { offerId: 'spring' },
  ];
  await Promise.all(patches.map((patch) => updateOrder(app.ctx, { orderId, patch: { utm: {}, ...patch } })));
  const { currency, lines, utm, offerId } = (await findOrder(app.ctx, orderId, undefined)).order;
  assert.deepEqual([currency, lines.length, utm, offerId], ['USD', 2, { source: 'mail' }, 'spring']);
});

test('carts of two accounts with the same id have nothing to do with each other', async () => {
  const { orderId } = await checkOut(app);
  const other = testContext(app.system, app.other);
  await updateOrder(other, { orderId, patch: { utm: { source: 'other' } } });
  const views = await Promise.all([app.ctx, other].map((ctx) => findOrder(ctx, orderId, undefined)));
  assert.deepEqual(
    views.map(({ order }) => [order.accountId, order.lines.length, order.utm]),
    [
      [app.demo.id, 1, {}],
      [app.other.id, 0, { source: 'other' }],
    ],
  );
});

test('a new cart without a currency starts in one in which its lines have prices', async () => {
  const withFrancs = { currencies: ['CHF', 'JPY', 'EUR', 'USD'], defaultCurrency: 'CHF' };
  const ctx = testContext(app.system, {
    ...app.demo,
    settings: { ...app.demo.settings, ...withFrancs },
  });
  const open = async (patch: object, orderId: string = randomUUID()) =>
    (await updateOrder(ctx, { orderId, patch: { utm: {}, ...patch } })).order;
  assert.equal((await open({ items: [APP] })).currency, 'EUR');
  assert.equal((await open({})).currency, 'CHF', 'nothing has a price yet');
  const unknown = { ...APP, variationId: 'unknown' };
  const refusal = { status: 400, errorType: 'InvalidInput' };
  await assert.rejects(open({ items: [APP, unknown] }), refusal);
  const { id } = await open({ currency: 'CHF' });
  await assert.rejects(open({ items: [APP] }, id), refusal, 'a choice stays');
  assert.equal((await open({ currency: 'USD', items: [APP] }, id)).currency, 'USD');
});
