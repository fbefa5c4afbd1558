import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Response } from 'light-my-request';
import { updateLicense } from '../../src/modules/licensing/index.ts';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import { activationsOf } from '../activations.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { shopOf, type Shopper } from '../inventory.ts';
import { claimsOf } from '../licensing.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../shop.ts';
import { applicationClient, shopClient, type WireClient } from './deployed-client.ts';

// The end of a store (policies section 4): 410 is no verdict, so applications lock only after their grace.

let app: TestApp;
let vendor: Merchant;
let stranger: Merchant;
let shop: ReturnType<typeof shopOf>;
let call: WireClient;
let page: WireClient;
before(async () => {
  app = await startTestApp();
  vendor = await merchantOf(app);
  stranger = await merchantOf(app, app.other);
  shop = shopOf(app);
  call = applicationClient(app);
  page = shopClient(app);
});
after(() => app.close());
afterEach(async () => {
  await vendor.call('POST', '/api/settings/reopen');
});

const DEVICE = { deviceName: 'Studio Mac', deviceSignature: 'mac-1' };
const close = (mode: string) =>
  vendor.call<{ closure?: string }>('POST', '/api/settings/close', { mode, confirm: 'demo' });

async function activated(): Promise<{ owner: Shopper; productId: string; license: string; token: string }> {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const token = owner.headers.authorization.replace('Bearer ', '');
  const answer = await call('POST', `/client/licenses/${productId}/request`, { token, json: DEVICE });
  assert.equal(answer.statusCode, 200, answer.body);
  return { owner, productId, license, token: answer.body };
}

const validate = (productId: string, text: string) =>
  call('POST', `/client/licenses/${productId}/validate`, { text });

function assertClosed(answer: Response, what: string): void {
  assert.deepEqual([answer.statusCode, answer.json().errorType], [410, 'StoreClosed'], what);
  assert.doesNotMatch(answer.body, /expired/i, 'clients take that word for the end of a license');
}

test('a closed store is 410 for shops and applications; the vendor, sign-in, exports and payments go on', async () => {
  const { owner, productId, token } = await activated();
  const activations = activationsOf(app);
  const { poll, browserId } = await activations.ask(productId);
  const cart = randomUUID();
  assert.equal((await page('PATCH', `/customer/orders/${cart}`, { json: { items: [] } })).statusCode, 200);
  assert.equal((await close('Closed')).closure, 'Closed');
  const bearer = owner.headers.authorization.replace('Bearer ', '');
  const refused = {
    validate: await validate(productId, token),
    revoke: await call('POST', `/client/licenses/${productId}/revoke`, { text: token }),
    trial: await call('POST', `/client/trials/${productId}/request`, { json: DEVICE }),
    poll: await app.inject({ url: poll }),
    approve: await page('POST', `/customer/activations/${browserId}/license`, { token: bearer }),
    inventory: await page('GET', '/customer/inventory/products', { token: bearer }),
    storefront: await page('GET', '/customer/storefront'),
    cart: await page('GET', `/customer/orders/${cart}`),
    vouchers: await page('GET', '/customer/vouchers', { query: { code: 'x' } }),
  };
  for (const [what, answer] of Object.entries(refused)) assertClosed(answer, what);
  assert.equal(refused.storefront.headers['access-control-allow-origin'], TEST_ORIGIN, 'shops can read it');
  for (const path of ['/customer/meta/user', '/customer/identity/export'])
    assert.equal((await page('GET', path, { token: bearer })).statusCode, 200, path);
  assert.equal((await page('GET', '/public/vendors/current')).json().closure, 'Closed');
  assert.equal((await vendor.send('GET', '/api/settings')).json().closure, 'Closed');
  const hook = await app.inject({ method: 'POST', url: '/api/hooks/payments/stripe', payload: {} });
  assert.notEqual(hook.statusCode, 410, 'money that arrives is recorded');
  const other = await app.injectAs(app.other, { url: '/api/customer/storefront' });
  assert.equal(other.statusCode, 200, 'another account');

  const open = await vendor.call<object>('POST', '/api/settings/reopen');
  assert.equal('closure' in open, false);
  assert.equal((await validate(productId, token)).statusCode, 200, 'nothing was lost');
  assert.equal((await app.inject({ url: poll })).statusCode, 204);
});

test('a released store sells nothing, and gives perpetual licenses an offline token with the same id', async () => {
  const { productId, token, license } = await activated();
  const ending = await activated();
  const expiresAt = new Date(app.system.clock.now().getTime() + 86_400_000);
  await updateLicense(app.ctx, ending.license, { expiresAt });
  const owned = await activated();
  // It was rented, and is owned now.
  await app.system.database.transaction((tx) =>
    tx
      .tables<LicensingTables>()
      .updateTable('licenses')
      .set({ subscriptionId: 'completed' })
      .where('id', '=', owned.license)
      .execute(),
  );
  await close('Released');
  assertClosed(await page('GET', '/customer/storefront'), 'storefront');
  assertClosed(await call('POST', `/client/trials/${productId}/request`, { json: DEVICE }), 'trial');

  const released = await validate(productId, token);
  assert.equal(released.statusCode, 200, released.body);
  const [before, claims] = [claimsOf(token), claimsOf(released.body)];
  assert.deepEqual([before['method'], claims['method'], claims['exp']], ['Online', 'Offline', undefined]);
  assert.deepEqual(
    [claims['id'], claims['l:id'], claims['sig']],
    [before['id'], license, DEVICE.deviceSignature],
  );
  const again = await validate(productId, token);
  assert.equal(claimsOf(again.body)['method'], 'Offline', 'the answer may have been lost');

  const other = claimsOf((await validate(ending.productId, ending.token)).body);
  assert.equal(other['method'], 'Online', 'a license that ends is asked about until then');
  assert.equal(typeof other['exp'], 'number');

  const rented = claimsOf((await validate(owned.productId, owned.token)).body);
  assert.deepEqual([rented['method'], rented['s:id']], ['Offline', undefined]);

  const newcomer = await activated();
  assert.equal(claimsOf(newcomer.token)['method'], 'Offline', 'a new computer');
});

test('orders that are paid, and their documents, stay readable in a closed store; carts do not', async () => {
  await stockShop(app, app.demo);
  const ann = await shopper(app);
  const purchase = await checkOut(app, [ONE_APP], ann.auth);
  const payload = { name: 'Ann Buyer', email: ann.email };
  const paid = await app.inject({ method: 'POST', url: purchase.pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const open = await checkOut(app, [ONE_APP], ann.auth);
  const read = (url: string) => app.inject({ url, headers: ann.auth });
  for (const mode of ['Released', 'Closed']) {
    await close(mode);
    const orders = await read('/api/customer/orders');
    assert.deepEqual(
      orders.json<{ items: { id: string }[] }>().items.map(({ id }) => id),
      [purchase.orderId],
    );
    const own = `/api/customer/orders/${purchase.orderId}`;
    for (const url of [
      own,
      `${own}/documents`,
      `${own}/receipt.pdf`,
      purchase.show,
      `${purchase.show}/receipt.pdf`,
    ])
      assert.equal((await read(url)).statusCode, 200, `${mode} ${url}`);
    assertClosed(await read(`/api/customer/orders/${open.orderId}`), 'a cart');
    assertClosed(await read(open.show), 'the checkout of a cart');
    assertClosed(await app.inject({ method: 'POST', url: open.pay, payload }), 'payment');
    const update = { method: 'PATCH', url: own, headers: ann.auth, payload: { items: [] } } as const;
    assertClosed(await app.inject(update), 'an update');
  }
});

test('closing needs the id of the account and a scope of its own, and is in the journal', async () => {
  const { owner } = await activated();
  const attempts = [
    { mode: 'Closed', confirm: 'other' },
    { mode: 'Closed' },
    { mode: 'Gone', confirm: 'demo' },
  ];
  for (const body of attempts) {
    const answer = await vendor.send('POST', '/api/settings/close', body);
    assert.equal(answer.statusCode, 400, answer.body);
  }
  const refusal = await vendor.send('POST', '/api/settings/close', { mode: 'Gone', confirm: 'demo' });
  assert.deepEqual(refusal.json().errors, { mode: ['The mode must be one of Closed, Released.'] });
  const limited = await merchantOf(app, app.demo, 'settings:write', 'settings:mail', 'keys:write');
  const body = { mode: 'Closed', confirm: 'demo' };
  for (const path of ['close', 'reopen'])
    assert.equal((await limited.send('POST', `/api/settings/${path}`, body)).statusCode, 403, path);
  assert.equal((await stranger.send('POST', '/api/settings/close', body)).statusCode, 400);
  const byCustomer = { method: 'POST', url: '/api/settings/close', headers: owner.headers, payload: body };
  assert.equal((await app.inject({ ...byCustomer, method: 'POST' })).statusCode, 401);
  assert.equal((await page('GET', '/customer/storefront')).statusCode, 200, 'still open');

  const stale = { 'if-match': '"r0"' };
  assert.equal((await vendor.send('POST', '/api/settings/close', body, stale)).statusCode, 412);
  await close('Closed');
  await close('Closed');
  await close('Released');
  const { items } = await vendor.call<{ items: { data: unknown }[] }>(
    'GET',
    '/api/audit?type=account.closure-changed&pageSize=2',
  );
  assert.deepEqual(
    items.map(({ data }) => data),
    [
      { before: 'Closed', after: 'Released' },
      { before: null, after: 'Closed' },
    ],
  );
});
