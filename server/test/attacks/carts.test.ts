import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { countGuestCarts, readOrder } from '../../src/modules/orders/order/store.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import type { MailTables } from '../../src/platform/mail/tables.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

function cartFrom(remoteAddress: string, id = randomUUID(), body: object = { items: [ONE_APP] }) {
  const url = `/api/customer/orders/${id}`;
  return app.inject({ method: 'PATCH', url, remoteAddress, payload: body });
}

function readCart(id: string) {
  return readOrder(app.system.database.reader, app.demo.id, id);
}

async function countCarts(): Promise<number> {
  return countGuestCarts(app.system.database.reader, app.demo.id, 1_000);
}

async function storedOrders(): Promise<number> {
  const { count } = await app.system.database.reader
    .tables<OrderTables>()
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

test('one address, or one network of them, makes only so many carts in a minute, and goes on with those it has', async () => {
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 3 } });
  const mine = randomUUID();
  assert.equal((await cartFrom('2001:db8::1', mine)).statusCode, 200);
  for (const host of ['2', '3']) assert.equal((await cartFrom(`2001:db8::${host}`)).statusCode, 200);
  const before = await storedOrders();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const refused = await cartFrom(`2001:db8::ffff:${attempt}`);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [429, 'RateLimited']);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
  }
  assert.equal(await storedOrders(), before, 'nothing was written');
  assert.equal((await cartFrom('2001:db8::1', mine, { currency: 'USD' })).statusCode, 200);
  assert.equal((await cartFrom('2001:db8:0:1::1')).statusCode, 200, 'another network');
  app.system.clock.advance(60_000);
  assert.equal((await cartFrom('2001:db8::2')).statusCode, 200);
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 0 } });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    assert.equal((await cartFrom('2001:db8::2')).statusCode, 200, 'no limit');
  }
});

test('the many networks of one /48 make only some times as many carts as one of them', async () => {
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 2 } });
  const statuses = new Map<number, number>();
  for (let network = 0; network < 20; network += 1) {
    const { statusCode } = await cartFrom(`2001:db8:48:${network.toString(16)}::1`);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [200, 16],
      [429, 4],
    ],
  );
  assert.equal((await cartFrom('2001:db8:49::1')).statusCode, 200, 'another /48');
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 0 } });
});

test('carts of a day are limited, too, whatever the pace; what the minute refuses does not count', async () => {
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 2, cartsPerDay: 4 } });
  const statuses = async (count: number): Promise<number[]> => {
    const all: number[] = [];
    for (let cart = 0; cart < count; cart += 1) all.push((await cartFrom('198.51.100.1')).statusCode);
    return all;
  };
  assert.deepEqual(await statuses(4), [200, 200, 429, 429]);
  app.system.clock.advance(60_000);
  assert.deepEqual(await statuses(2), [200, 200]);
  app.system.clock.advance(60_000);
  const refused = await cartFrom('198.51.100.1');
  assert.equal(refused.statusCode, 429);
  assert.equal(Number(refused.headers['retry-after']), 86_400 - 120);
  assert.equal((await cartFrom('198.51.100.2')).statusCode, 200, 'another address');
  app.system.clock.advance(86_400_000);
  assert.deepEqual(await statuses(1), [200]);
  await updateSettings(app.ctx, { limits: { cartsPerMinute: 0, cartsPerDay: 0 } });
});

test('an account has only so many open carts of guests, from all addresses; existing carts and customers go on', async () => {
  const { auth: member } = await shopper(app);
  const mine = randomUUID();
  const limits = (openGuestCarts: number) => updateSettings(app.ctx, { limits: { openGuestCarts } });
  assert.equal((await cartFrom('203.0.113.1', mine)).statusCode, 200);
  const cartElsewhere = () =>
    app.injectAs(app.other, {
      method: 'PATCH',
      url: `/api/customer/orders/${randomUUID()}`,
      payload: { items: [] },
    });
  for (let count = 0; count < 2; count += 1)
    assert.equal((await cartElsewhere()).statusCode, 200, 'does not count here');
  await limits((await countCarts()) + 2);
  const cart = (host: number) => cartFrom(`203.0.113.${host}`);
  for (const host of [2, 3]) assert.equal((await cart(host)).statusCode, 200);
  for (const host of [4, 5]) {
    const refused = await cart(host);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [429, 'RateLimited']);
    assert.match(refused.json().detail, /too many open carts/);
    assert.equal(refused.headers['retry-after'], '60');
  }
  assert.equal((await cartFrom('203.0.113.4', mine, { items: [] })).statusCode, 200, 'an existing cart');
  assert.equal((await cartElsewhere()).statusCode, 200, 'another account');
  assert.equal((await patchOrder(app, randomUUID(), {}, { headers: member })).statusCode, 200, 'a customer');
  assert.equal((await patchOrder(app, mine, {}, { headers: member })).statusCode, 200, 'takes one over');
  assert.equal((await cart(6)).statusCode, 429, 'the last count is kept for a minute');
  app.system.clock.advance(60_000);
  assert.equal((await cart(6)).statusCode, 200, 'there is room for one');
  assert.equal((await cart(7)).statusCode, 429);
  await limits(0);
  assert.equal((await cart(7)).statusCode, 200, 'no limit');
});

test('a cart keeps what it needs of what is sent, however much that is', async () => {
  const waste = 'w'.repeat(18_000);
  const line = { ...ONE_APP, replaced: [{ waste }], note: waste, product: { name: waste } };
  const items = Array.from({ length: 4 }, (_, index) => ({ ...line, id: `line-${index}` }));
  const id = randomUUID();
  const answer = await cartFrom('192.0.2.1', id, { items, waste });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.ok(JSON.stringify(await readCart(id)).length < 40_000, 'one note of 32 KB at most is kept');
});

test('ids of 200 characters of any script are taken up to 32 KB, and texts of campaigns cut, never refused', async () => {
  const id = randomUUID();
  const wide = '\u{1f4be}';
  const lines = Array.from({ length: 42 }, (_, index) => ({
    ...ONE_APP,
    id: wide.repeat(197) + `${index}`.padStart(3, '0'),
    offerId: wide.repeat(64),
    replaced: ['a note'.repeat(100)],
  }));
  const names = ['source', 'medium', 'campaign', 'term', 'content', 'referrer'];
  const utm = names.map((name) => `utm_${name}=${encodeURIComponent(wide.repeat(300))}%00`).join('&');
  const returnUrl = encodeURIComponent(`${TEST_ORIGIN}/?${'漢'.repeat(400)}`);
  const refused = await patchOrder(app, id, { items: lines });
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['items']]);
  const items = lines.slice(0, 41);
  const answer = await patchOrder(app, id, { items }, { query: `?${utm}&returnUrl=${returnUrl}` });
  assert.equal(answer.statusCode, 200, answer.body);
  const items_ = answer.json<{ items: { id: string; replaced?: string[] }[] }>().items;
  assert.deepEqual([items_.length, items_[40]?.id, items_[0]?.replaced], [41, items[40]?.id, undefined]);
  const order = await readCart(id);
  assert.deepEqual(order?.utm, Object.fromEntries(names.map((name) => [name, wide.repeat(250)])));
});

test('the largest cart in ASCII takes 60 KB at most', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({
    ...ONE_APP,
    id: 'i'.repeat(197) + `${index}`.padStart(3, '0'),
    offerId: 'o'.repeat(63),
    replaced: ['\u{1f4be}'.repeat(15)],
  }));
  const id = randomUUID();
  const answer = await cartFrom('192.0.2.2', id, { items });
  assert.equal(answer.statusCode, 200, answer.body);
  const cart = await readCart(id);
  assert.equal(cart?.lines.length, 100);
  assert.ok(Buffer.byteLength(JSON.stringify(cart)) < 60_000);
});

test('the id of a guest’s cart does not allow changes to the bill that the guest did not see', async () => {
  const { orderId, show, pay } = await checkOut(app);
  const url = `/api/customer/orders/${orderId}/billing-details`;
  const address = { countryCode: 'NO', streetAddress1: 'Evil 1', postCode: '0155', locality: 'Oslo' };
  const evil = { name: 'Eve', email: 'eve@evil.example', businessName: 'Evil Ltd', taxId: 'EVIL1', address };
  const remoteAddress = '198.51.100.66';
  assert.equal((await app.inject({ method: 'PATCH', url, remoteAddress, payload: evil })).statusCode, 200);
  assert.doesNotMatch((await app.inject({ url: show })).body, /evil/i);
  const payload = { name: 'Gus', email: `${randomUUID()}@example.com` };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed');
  const { orders, mails } = await everythingAbout(orderId, payload.email);
  assert.equal(mails.length, 1);
  assert.doesNotMatch(JSON.stringify([paid.body, orders, mails]), /evil/i);
});

test('the id of a guest’s cart does not reveal the guest’s details', async () => {
  const { orderId } = await checkOut(app);
  const url = `/api/customer/orders/${orderId}/billing-details`;
  const victim = { name: 'Vic', email: 'vic@victim.example', businessName: 'Victim Ltd', taxId: 'VICTIM1' };
  await app.inject({ method: 'PATCH', url, payload: victim });
  const remoteAddress = '198.51.100.66';
  const cart = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true`, remoteAddress });
  const { pathname } = new URL(cart.json<{ checkoutUrl: string }>().checkoutUrl);
  const page = await app.inject({ url: `/api${pathname}`, remoteAddress });
  for (const { body } of [cart, page]) assert.doesNotMatch(body, /vic/i);
});

test('behind an untrusted proxy nobody reads the billing details of another guest', async () => {
  const { orderId, show } = await checkOut(app);
  const url = `/api/customer/orders/${orderId}/billing-details`;
  const payload = { name: 'Vic', email: 'vic@victim.example' };
  const read = async (headers: Record<string, string>) => (await app.inject({ url: show, headers })).body;
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    const [victim, spy] = [{ [header]: '192.0.2.1' }, { [header]: '192.0.2.2' }];
    assert.equal((await app.inject({ method: 'PATCH', url, headers: victim, payload })).statusCode, 200);
    assert.doesNotMatch(await read(spy), /vic/i, header);
    assert.doesNotMatch(await read({}), /vic/i, 'nor does who adds no header');
    await app.inject({ method: 'PATCH', url, payload });
    assert.doesNotMatch(await read(spy), /vic/i, 'nor of what came past the proxy');
    assert.match(await read({}), /vic@victim/, 'the same network, without a proxy');
  }
});

test('behind a trusted proxy a network is that of the client, and none where another proxy is in between', async () => {
  const proxied = await startTestApp({ LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' });
  try {
    await stockShop(proxied, proxied.demo);
    const { orderId, show } = await checkOut(proxied);
    const url = `/api/customer/orders/${orderId}/billing-details`;
    const from = (chain: string) => ({ 'x-forwarded-for': chain, 'x-forwarded-proto': 'https' });
    const payload = { name: 'Vic', email: 'vic@victim.example' };
    const seesVic = async (chain: string) =>
      (await proxied.inject({ url: show, headers: from(chain) })).body.includes('vic@victim');
    await proxied.inject({ method: 'PATCH', url, headers: from('192.0.2.1'), payload });
    const orders = [
      await seesVic('192.0.2.1'),
      await seesVic('192.0.2.2'),
      await seesVic('192.0.2.2, 192.0.2.1'),
    ];
    assert.deepEqual(orders, [true, false, false]);
  } finally {
    await proxied.close();
  }
});

async function everythingAbout(orderId: string, email: string) {
  const db = app.system.database.reader.tables<OrderTables & PaymentTables & MailTables>();
  const orders = await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute();
  const payments = await db.selectFrom('payments').selectAll().where('subjectId', '=', orderId).execute();
  const mails = await db.selectFrom('mails').selectAll().where('recipient', '=', email).execute();
  return { orders: [...orders, ...payments], mails };
}

test("who knows the id of a customer's cart does not become the one who gets the receipt", async () => {
  const owner = await shopper(app);
  const { orderId, pay } = await checkOut(app, [ONE_APP], owner.auth);
  const url = `/api/customer/orders/${orderId}/billing-details`;
  const spy = { name: 'Spy', email: 'spy@example.com' };
  const stranger = await shopper(app);
  for (const headers of [{}, stranger.auth]) {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { payload: spy } : {};
      const refused = await app.inject({ method, url, headers: { ...headers }, ...payload });
      assert.equal(refused.statusCode, 403);
      assert.doesNotMatch(refused.body, new RegExp(owner.email));
    }
  }
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann', email: 'spy@example.com' } });
  const mails = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'Receipt')
    .where('recipient', 'in', [owner.email, spy.email])
    .execute();
  assert.deepEqual(mails, [{ recipient: owner.email }]);
  const answer = await patchOrder(app, orderId, { items: [] });
  assert.equal(answer.statusCode, 409);
  assert.doesNotMatch((await app.inject({ url: `/api/customer/orders/${orderId}` })).body, /Ann|@/);
});
