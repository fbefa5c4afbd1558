import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, patchOrder, shopper } from '../../../test/shop.ts';

let app: TestApp;
let merchant: Merchant;

const PRICES = { EUR: 100, USD: 110 };

before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  const pricingTiers = [{ minQuantity: 3, prices: { EUR: 80, USD: 90 } }];
  const variations = [{ id: 'app-once', name: 'Once', prices: PRICES, pricingTiers }];
  await merchant.call('POST', '/api/products', { id: 'app', name: 'App', variations });
});
after(() => app.close());

const apps = (quantity: number, fields: object = {}) => ({
  type: 'Product',
  productId: 'app',
  variationId: 'app-once',
  quantity,
  ...fields,
});

const SHARE = { name: 'A tenth', type: 'PercentageOffDiscount', percentage: 0.1 };

async function newOffer(fields: object = {}, at = merchant): Promise<string> {
  const { id } = await at.call<{ id: string }>('POST', '/api/offers', { ...SHARE, scope: 'Cart', ...fields });
  return id;
}

const deleteOffer = (orderId: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'DELETE', url: `/api/customer/orders/${orderId}/offer`, headers });

test('the checkout charges tier and offer, nobody pays for another agreement, and the order keeps the paid prices', async () => {
  const offerId = await newOffer();
  const { orderId, show, pay } = await checkOut(app, [apps(3)]);
  const payWith = (fingerprint: string) =>
    app.inject({
      method: 'POST',
      url: pay,
      payload: { name: 'Ann', email: 'ann@example.com', fingerprint, details: { outcome: 'succeed' } },
    });
  const { fingerprint: without } = (await app.inject({ url: show })).json();
  await patchOrder(app, orderId, { offerId });
  const page = (await app.inject({ url: show })).json();
  assert.deepEqual([page.lines[0].unitPrice, page.total.due.amount], [80, 216]);
  assert.deepEqual(page.cartOffer, { name: 'A tenth', amount: 24 });
  const changed = await payWith(without);
  assert.deepEqual([changed.statusCode, changed.json().errorType], [409, 'OrderChanged']);
  assert.equal((await payWith(page.fingerprint)).statusCode, 200);
  const paid = (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();
  assert.deepEqual([paid.status, paid.offerId, paid.total.due.amount], ['Completed', offerId, 216]);
  assert.deepEqual(paid.appliedOffer.total, { EUR: 24 });
  const { statusCode, ...refusal } = await deleteOffer(orderId);
  assert.deepEqual([statusCode, refusal.json().errorType], [409, 'OrderCompleted']);
  await merchant.call('POST', `/api/offers/${offerId}/archive`);
  await merchant.call('PATCH', '/api/products/app/variations/app-once', { prices: { EUR: 200, USD: 200 } });
  assert.deepEqual((await app.inject({ url: `/api/customer/orders/${orderId}` })).json(), paid);
  await merchant.call('PATCH', '/api/products/app/variations/app-once', { prices: PRICES });
});

test('two offers that take off the same are two agreements', async () => {
  const [one, two] = [await newOffer(), await newOffer({ name: 'Another' })];
  const { orderId, show } = await checkOut(app, [apps(1)]);
  const fingerprintUnder = async (offerId: string) => {
    await patchOrder(app, orderId, { offerId });
    const { fingerprint, total } = (await app.inject({ url: show })).json();
    assert.equal(total.due.amount, 90);
    return fingerprint;
  };
  assert.notEqual(await fingerprintUnder(one), await fingerprintUnder(two));
  for (const id of [one, two]) await merchant.call('POST', `/api/offers/${id}/archive`);
});

test('only the customer of a cart removes its offer, and a guest’s cart becomes theirs', async () => {
  const offerId = await newOffer();
  const [owner, other] = [await shopper(app), await shopper(app)];
  const orderId = randomUUID();
  await patchOrder(app, orderId, { items: [apps(1)], offerId });
  const removed = await deleteOffer(orderId.toUpperCase(), owner.auth);
  assert.deepEqual([removed.statusCode, removed.json().total.due.amount], [200, 100]);
  await patchOrder(app, orderId, { offerId }, { headers: { ...owner.auth } });
  const refusal = await deleteOffer(orderId, other.auth);
  assert.deepEqual([refusal.statusCode, refusal.json().errorType], [403, 'OrderOfAnotherCustomer']);
  const mine = (await app.inject({ url: `/api/customer/orders/${orderId}`, headers: owner.auth })).json();
  assert.deepEqual([mine.offerId, mine.total.due.amount], [offerId, 90]);
  await merchant.call('POST', `/api/offers/${offerId}/archive`);
});

test('an offer that is none, not open, for a line, or of another account takes nothing off a cart', async () => {
  const target = { type: 'Product', id: 'app' };
  const itemOffer = await newOffer({ scope: 'Item', target, minimumItems: 5 });
  const archived = await newOffer();
  await merchant.call('POST', `/api/offers/${archived}/archive`);
  const ended = await newOffer({ endsAt: '2026-02-28T00:00:00.000Z' });
  const later = await newOffer({ startsAt: '2026-03-02T00:00:00.000Z' });
  const foreign = await newOffer({ percentage: 1 }, await merchantOf(app, app.other));
  for (const offerId of [itemOffer, archived, ended, later, foreign, 'nothing']) {
    const forged = { appliedOffer: { name: 'Mine' }, total: { cartOfferDiscount: { amount: 99 } } };
    const order = (await patchOrder(app, randomUUID(), { items: [apps(1)], offerId, ...forged })).json();
    assert.deepEqual([order.offerId, order.total.due.amount], [offerId, 100]);
    assert.deepEqual(['appliedOffer' in order, 'cartOfferDiscount' in order.total], [false, false]);
  }
  for (const offerId of ["x' or 1=1", 'A'.repeat(10_000), '']) {
    const order = (await patchOrder(app, randomUUID(), { items: [apps(1)], offerId })).json();
    assert.deepEqual([order.total.due.amount, 'offerId' in order], [100, false]);
  }
  const wrong = await patchOrder(app, randomUUID(), { items: [apps(1)], offerId: 5 });
  assert.deepEqual([wrong.statusCode, Object.keys(wrong.json().errors)], [400, ['offerId']]);
});
