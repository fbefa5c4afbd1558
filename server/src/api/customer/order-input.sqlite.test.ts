import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { addCode, createCoupon } from '../../modules/coupons/index.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/query-plans.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 0, paymentsPerMinute: 0 } });
});
after(() => app.close());

/** Sends a text as the request body, which need not be JSON. */
const patchText = (orderId: string, payload: string) =>
  app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${orderId}`,
    payload,
    headers: { 'content-type': 'application/json' },
  });

test('no number that is not a quantity gets into a cart, however it is written', async () => {
  const { orderId } = await checkOut(app);
  const line = '"type": "Product", "productId": "app", "variationId": "app-once"';
  for (const quantity of [
    '-1 0 -0 1.5 10001 9007199254740992 9007199254740993 1e309 -1e309 1e-7'.split(' '),
    'NaN Infinity 0x10 01 "1" true null [] {} ""'.split(' '),
  ].flat()) {
    const response = await patchText(orderId, `{"items": [{${line}, "quantity": ${quantity}}]}`);
    assert.equal(response.statusCode, 400, quantity);
  }
  for (const quantity of ['1e2', '100.0']) {
    const response = await patchText(orderId, `{"items": [{${line}, "quantity": ${quantity}}]}`);
    assert.equal(response.json().items[0].quantity, 100, quantity);
  }
});

test('the client decides no price: whatever amounts it sends, the order has the shop’s', async () => {
  const order = (await patchOrder(app, randomUUID(), { items: [ONE_APP] })).json();
  const due = { currency: 'EUR', amount: 0.01 };
  const forged = {
    ...order,
    status: 'Completed',
    total: { ...order.total, due },
    couponsApplied: [{ code: 'FREE', name: 'Free', description: '' }],
    items: [{ ...order.items[0], price: { EUR: 0.01 }, total: { ...order.items[0].total, due } }],
  };
  const answer = await patchOrder(app, order.id, forged);
  assert.deepEqual(answer.json(), order);
});

test('a buyer is led nowhere but to the shop’s own origins', async () => {
  const { host } = new URL(TEST_ORIGIN);
  for (const url of [
    ['https://evil.example/', `https://${host}.evil.example/`, `https://evil.example/${TEST_ORIGIN}`],
    [`https://${host}@evil.example/`, `https://user:secret@${host}/`, `//${host}/`, `/thanks`, 'thanks'],
    ['javascript:alert(1)', 'data:text/html,x', `http://${host}/`, `ftp://${host}/`, `${TEST_ORIGIN}:444/`],
    [
      String.raw`https:\\evil.example`,
      `https://evil.example\\@${host}/`,
      `https://${host}%2eevil.example/`,
      '',
    ],
  ].flat()) {
    const query = `?checkout=true&returnUrl=${encodeURIComponent(url)}`;
    const response = await patchOrder(app, randomUUID(), { items: [ONE_APP] }, { query });
    assert.equal(response.statusCode, 400, url);
    // Additions to the link of the checkout are ignored: the buyer can still pay.
    const { show } = await checkOut(app);
    const page = await app.inject({ url: `${show}?return=${encodeURIComponent(url)}` });
    assert.deepEqual([page.statusCode, page.json().returnUrl], [200, undefined], url);
  }
  const { show } = await checkOut(app);
  const page = await app.inject({ url: `${show}?return=${encodeURIComponent(`${TEST_ORIGIN}/thanks`)}` });
  assert.equal(page.json().returnUrl, `${TEST_ORIGIN}/thanks`);
});

test('a cart that changes after its link was made is paid as the page shows it, or not at all', async () => {
  const { orderId, show, pay } = await checkOut(app);
  const { fingerprint } = (await app.inject({ url: show })).json();
  await patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity: 2 }] });
  const payload = { name: 'Gus', email: 'gus@example.com', fingerprint };
  const late = await app.inject({ method: 'POST', url: pay, payload });
  assert.deepEqual([late.statusCode, late.json().errorType], [409, 'OrderChanged']);
  const page = (await app.inject({ url: show })).json();
  assert.equal(page.total.due.amount, 98);
  const again = await app.inject({
    method: 'POST',
    url: pay,
    payload: { ...payload, fingerprint: page.fingerprint },
  });
  assert.equal(again.json().status, 'Completed', again.body);
});

test('the campaign that brought the buyer stays with the order, and the vendor sees it', async () => {
  const key = await app.apiKey(app.demo, 'orders:read');
  const { orderId } = await checkOut(app);
  const utm = async () => (await app.inject({ url: `/api/orders/${orderId}`, headers: key })).json().utm;
  assert.equal(await utm(), undefined);
  await patchOrder(app, orderId, {}, { query: '?utm_source=mail&utm_campaign=spring' });
  await patchOrder(app, orderId, { items: [ONE_APP] }, { query: '?utm_campaign=summer&utm_medium=' });
  assert.deepEqual(await utm(), { source: 'mail', campaign: 'summer' });
});

test('an update of a cart takes six statements, with an owner, coupons and taxes', async () => {
  const { auth } = await shopper(app);
  const { id } = await createCoupon(app.ctx, {
    name: 'Spring',
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
  });
  await addCode(app.ctx, { couponId: id, code: 'SPRING' });
  await updateSettings(app.ctx, {
    seller: { country: 'DE' },
    tax: { mode: 'own', prices: 'inclusive', collectsIn: ['DE'] },
  });
  const { orderId } = await checkOut(app, [ONE_APP], auth);
  const entry = await app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${orderId}/coupon?code=SPRING`,
    headers: auth,
  });
  assert.equal(entry.statusCode, 200, entry.body);
  const update = (quantity: number) =>
    patchOrder(app, orderId, { items: [{ ...ONE_APP, quantity }] }, { headers: auth });
  await update(2);
  const [session, ...statements] = await statementsOf(() => update(3));
  assert.match(session ?? '', /from "sessions"/, 'the caller is looked up before');
  assert.ok(statements.length > 3 && statements.length <= 6, statements.join('\n'));
});
