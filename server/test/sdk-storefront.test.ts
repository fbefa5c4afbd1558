import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  createStorefront,
  isProblem,
  itemsOf,
  memoryStorage,
  type Storefront,
  type StorefrontOptions,
} from '../../sdk/src/index.ts';
import type { OrderTables } from '../src/modules/orders/tables.ts';
import { aCoupon } from './coupons.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from './harness.ts';
import { type Merchant, merchantOf } from './merchant.ts';
import { sendThrough } from './sdk-transport.ts';
import { ONE_APP, stockShop } from './shop.ts';
import { publish } from './updates.ts';

const PASSWORD = 'Violet-42-tram';
const ACCESS_TOKEN_LIFE_MS = 15 * 60_000;
const ONE_SYNTH = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 1 } as const;
const AN_APP = { ...ONE_APP, type: 'Product' } as const;

let app: TestApp;
let merchant: Merchant;
let requests: string[] = [];

before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  merchant = await merchantOf(app);
});
after(() => app.close());

function shopOf(options: Partial<StorefrontOptions> = {}): Storefront {
  const send = sendThrough(app, (line) => requests.push(line));
  requests = [];
  return createStorefront({ baseUrl: 'http://demo.latchkey.test', fetch: send, ...options });
}

/** A storefront whose visitor has signed up. */
async function customerShop(options: Partial<StorefrontOptions> = {}): Promise<Storefront> {
  const shop = shopOf(options);
  await shop.signUp({ name: 'Ada', email: `${randomUUID()}@example.com`, password: PASSWORD });
  requests = [];
  return shop;
}

/** Pays the cart, as the checkout page does. */
async function pay({ cart, visitor }: Storefront): Promise<void> {
  const [, , orderId = '', token = ''] = new URL((await cart.checkoutUrl()) ?? '').pathname.split('/');
  const path = { orderId, token };
  const { data } = await visitor.GET('/api/checkout/{orderId}/{token}', { params: { path } });
  const { fingerprint } = data ?? assert.fail();
  const body = { fingerprint, name: 'Ada', email: `${randomUUID()}@example.com` };
  const paid = await visitor.POST('/api/checkout/{orderId}/{token}/pay', { params: { path }, body });
  assert.equal(paid.data?.status, 'Completed', JSON.stringify(paid.error));
}

test('a customer signs up, out and in; every tab acts for them, and one renews the tokens for all', async () => {
  const storage = memoryStorage();
  const shop = shopOf({ storage });
  const email = `${randomUUID()}@example.com`;
  const ada = await shop.signUp({ name: 'Ada', email, password: PASSWORD });
  assert.deepEqual([ada?.email, shop.session.signedIn()], [email, ada]);
  await shop.signOut();
  assert.equal(shop.session.signedIn(), undefined);
  await assert.rejects(shop.signIn({ email, password: 'Wrong-1-word' }), (failure) =>
    isProblem(failure, 'InvalidCredentials'),
  );
  await shop.signIn({ email, password: PASSWORD });
  const tabs = [shop, shopOf({ storage }), shopOf({ storage })];
  app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
  const callers = await Promise.all(tabs.map(({ client }) => client.GET('/api/customer/meta/user')));
  for (const { data } of callers) assert.equal(data?.email, email);
  assert.equal(requests.filter((line) => line.endsWith('/refresh')).length, 1);
  assert.equal((await shop.visitor.GET('/api/customer/meta/user')).response.status, 401);
});

test('a cart adds up its items, even concurrent ones, and a new page finds it again', async () => {
  const storage = memoryStorage();
  const { cart } = shopOf({ storage });
  assert.equal(await cart.load(), undefined);
  assert.deepEqual(requests, [], 'there is nothing to read');
  await Promise.all([cart.add(AN_APP), cart.add(ONE_SYNTH), cart.add({ ...AN_APP, quantity: 2 })]);
  const again = shopOf({ storage }).cart;
  assert.equal(again.id(), cart.id());
  const order = await again.load();
  assert.deepEqual(
    order?.items.map((line) => [line.type === 'Product' && line.productId, line.quantity]),
    [
      ['app', 3],
      ['synth', 1],
    ],
  );
  const inDollars = await again.update({ currency: 'USD' });
  assert.deepEqual([inDollars.currency, inDollars.items.length], ['USD', 2]);
  await assert.rejects(again.add({ ...AN_APP, variationId: 'unknown' }), (failure) => {
    assert(isProblem(failure) && failure.status === 400);
    assert.notDeepEqual(failure.errors, {});
    return true;
  });
  assert.equal((await again.update({ items: [] })).items.length, 0, 'a refusal stops nothing after it');
  assert.equal(await again.checkoutUrl(), undefined);
  again.reset();
  assert.notEqual(again.id(), order?.id);
});

test('what two tabs put in the cart at the same time is all in it', async () => {
  const storage = memoryStorage();
  const [one, other] = [shopOf({ storage }).cart, shopOf({ storage }).cart];
  await Promise.all([one.add(AN_APP), other.add(ONE_SYNTH), one.add(AN_APP)]);
  const order = await other.load();
  assert.deepEqual(order?.items.map(({ quantity }) => quantity).toSorted(), [1, 2]);
});

test('a tab that finds its cart paid leaves the one that another has begun meanwhile', async () => {
  const storage = memoryStorage();
  const first = shopOf({ storage });
  await first.cart.add(AN_APP);
  await pay(first);
  const successor = randomUUID();
  const send = sendThrough(app, () => undefined);
  const late = shopOf({
    storage,
    fetch: async (request) => {
      const response = await send(request);
      storage.setItem('latchkey.cart', successor);
      return response;
    },
  });
  assert.equal(await late.cart.load(), undefined);
  assert.equal(first.cart.id(), successor);
});

test('the checkout of a cart that another tab has paid meanwhile is none, and the next change begins a new cart', async () => {
  const shop = shopOf();
  await shop.cart.add(AN_APP);
  const first = shop.cart.id();
  await pay(shop);
  assert.equal(await shop.cart.checkoutUrl(), undefined);
  assert.notEqual((await shop.cart.add(AN_APP)).id, first);
});

test('signing out leaves no cart behind, and a guest keeps theirs', async () => {
  const storage = memoryStorage();
  const ada = await customerShop({ storage });
  await ada.cart.add(AN_APP);
  const first = ada.cart.id();
  const next: string[] = [];
  ada.session.subscribe(() => next.push(ada.cart.id()));
  await ada.signOut();
  assert.deepEqual(next, [ada.cart.id()]);
  assert.notEqual(ada.cart.id(), first);
  assert.equal(await ada.cart.load(), undefined);
  await ada.cart.add(ONE_SYNTH);
  await ada.signOut();
  assert.equal((await ada.cart.load())?.items.length, 1);
});

test('a coupon is entered and removed, and the checkout is a page, or one for a frame', async () => {
  const { code } = await aCoupon(app.ctx);
  const { cart } = shopOf({ campaign: { utm_source: 'letter' } });
  await cart.add(AN_APP);
  assert.equal((await cart.applyCoupon(code)).couponsApplied.length, 1);
  assert.equal((await cart.removeCoupon(code)).couponsApplied.length, 0);
  const page = await cart.checkoutUrl({ returnUrl: `${TEST_ORIGIN}/thanks` });
  assert.match(page ?? '', new RegExp(`/checkout/${cart.id()}/`));
  assert.match((await cart.checkoutUrl({ isEmbedded: true })) ?? '', /embedded/);
  await assert.rejects(cart.checkoutUrl({ returnUrl: 'https://elsewhere.example' }), { status: 400 });
});

test('a cart that is paid, or of another customer, is left for a new one', async () => {
  const storage = memoryStorage();
  const ada = await customerShop({ storage });
  await ada.cart.add(AN_APP);
  const first = ada.cart.id();
  ada.session.end();
  const eve = await customerShop({ storage });
  assert.equal(eve.cart.id(), first, 'of this browser');
  assert.equal(await eve.cart.load(), undefined);
  await eve.cart.add(ONE_SYNTH);
  const second = eve.cart.id();
  await pay(eve);
  const order = await eve.cart.update({ items: [AN_APP] });
  assert.equal(new Set([first, second, order.id]).size, 3);
  assert.deepEqual([order.status, order.items.length], ['Open', 1]);
  await pay(eve);
  assert.equal(await eve.cart.load(), undefined);
  assert.notEqual(eve.cart.id(), order.id);
  await eve.cart.add(AN_APP);
  const third = eve.cart.id();
  await cancel(third);
  assert.equal(await eve.cart.load(), undefined);
  assert.notEqual(eve.cart.id(), third);
});

/** As if the order was paid, could not be delivered, and was refunded. */
async function cancel(id: string): Promise<void> {
  await app.system.database.transaction(async (tx) => {
    const db = tx.tables<OrderTables>();
    const { content } = await db
      .selectFrom('orders')
      .select('content')
      .where('status', '=', 'Completed')
      .executeTakeFirstOrThrow();
    const cancelled = { status: 'Paid', content, cancelledAt: app.system.clock.now() } as const;
    await db.updateTable('orders').where('id', '=', id).set(cancelled).execute();
  });
}

test('lists are read to their end, and downloads are links for their customer only', async () => {
  await publish(app, merchant, { productId: 'synth', version: '1.0.0' }, [
    { name: 'synth.exe', platform: 'Windows' },
  ]);
  await merchant.call('PATCH', '/api/products/synth', { downloadAccess: 'Owner' });
  const shop = await customerShop();
  const target = { productId: 'synth', platform: 'Windows' } as const;
  await assert.rejects(shop.downloadUrl(target), (failure) => isProblem(failure, 'ProductNotOwned'));
  for (const item of [ONE_SYNTH, AN_APP]) {
    await shop.cart.update({ items: [item] });
    await pay(shop);
  }
  const names: string[] = [];
  const products = itemsOf((page) =>
    shop.client.GET('/api/customer/inventory/products', { params: { query: { pageSize: 1, ...page } } }),
  );
  for await (const { name } of products) names.push(name);
  assert.deepEqual(names.toSorted(), ['App', 'Synth']);
  const synth = (await shop.catalog()).products.find(({ id }) => id === 'synth');
  const [file] = synth?.downloads ?? [];
  assert.ok(synth?.owned && file);
  for (const url of [
    await shop.downloadUrl(target),
    await shop.downloadUrl({ productId: 'synth', version: '1.0.0', key: file.key }),
  ]) {
    const { pathname, search } = new URL(url);
    assert.equal((await app.inject({ url: `${pathname}${search}` })).body, 'synth.exe of 1.0.0');
  }
  await assert.rejects(
    itemsOf((page) =>
      shop.visitor.GET('/api/customer/inventory/licenses', { params: { query: { ...page } } }),
    ).next(),
    { status: 401 },
  );
});
