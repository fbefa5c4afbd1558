import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriptions.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let key: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  shop = shopOf(app);
  key = await app.apiKey(app.demo);
});
after(() => app.close());

interface Results {
  readonly customers?: readonly { readonly id: string; readonly email: string }[];
  readonly orders?: readonly { readonly id: string; readonly number?: string }[];
  readonly products?: readonly { readonly id: string; readonly name: string }[];
  readonly subscriptions?: readonly { readonly id: string }[];
  readonly vouchers?: readonly { readonly batchId: string }[];
  readonly licenses: readonly { readonly id: string; readonly keyCode?: string }[];
  readonly devices: readonly {
    readonly licenseId: string;
    readonly deviceName: string;
    readonly isReleased: boolean;
  }[];
  readonly trials?: readonly { readonly id: string; readonly productId: string }[];
}

async function find(text: string, headers = key): Promise<Results> {
  const answer = await app.inject({ url: `/api/search?text=${encodeURIComponent(text)}`, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Results>();
}

const idsOf = (rows: readonly { readonly id: string }[] = []) => rows.map(({ id }) => id);

test('a customer is found by a word of the name or the beginning of the email, with what they own', async () => {
  const ann = await shop.shopper();
  const [license = ''] = await shop.give(ann, await shop.product());
  assert.deepEqual(idsOf((await find(ann.email.slice(0, 12))).customers), [ann.id]);
  const results = await find(` ${ann.email.toUpperCase()} `);
  assert.deepEqual([idsOf(results.customers), idsOf(results.licenses)], [[ann.id], [license]]);
});

test('an order is found by its number in any form, and by the email of a guest', async () => {
  const email = `${randomUUID()}@example.com`;
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Gus', email } });
  const { orderNumber: number } = paid.json<{ orderNumber: string }>();
  for (const text of [number, number.toLowerCase(), number.replace('-', ''), email])
    assert.deepEqual(idsOf((await find(text)).orders), [orderId], text);
  assert.deepEqual((await find('AAAA-AAAA')).orders, []);
});

test('a license is found by its key', async () => {
  const ann = await shop.shopper();
  const [license = ''] = await shop.give(ann, await shop.product());
  const keyCode = `KEY-${randomUUID()}`;
  const changed = await app.inject({
    method: 'PATCH',
    url: `/api/licenses/${license}`,
    headers: key,
    payload: { keyCode },
  });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual((await find(keyCode)).licenses, [
    { id: license, productId: changed.json<{ productId: string }>().productId, keyCode },
  ]);
});

test('a device whose name begins with its signature is found once, before others with such a name', async () => {
  const ann = await shop.shopper();
  const productId = await shop.product({ maxActivations: 5 });
  await shop.give(ann, productId);
  const signature = randomUUID();
  const names = [`${signature} b`, `${signature} a`];
  for (const [deviceName = '', deviceSignature] of [
    [names[0], signature],
    [names[1], randomUUID()],
  ]) {
    const url = `/api/client/licenses/${productId}/request`;
    const answer = await shop.post(ann, url, { payload: { deviceName, deviceSignature } });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  assert.deepEqual(
    (await find(signature)).devices.map(({ deviceName }) => deviceName),
    names,
  );
});

test('a device is found by its signature or the beginning of its name, also once it is released', async () => {
  const ann = await shop.shopper();
  const productId = await shop.product();
  const [licenseId = ''] = await shop.give(ann, productId);
  const signature = randomUUID();
  await shop.activate(ann, productId, signature);
  const device = { licenseId, productId, deviceName: `Device ${signature}`, isReleased: false };
  const devicesFor = async (text: string) =>
    (await find(text)).devices.map(({ ...row }) => ({ ...row, id: '' }));
  for (const text of [signature, `device ${signature.slice(0, 8)}`])
    assert.deepEqual(await devicesFor(text), [{ ...device, id: '' }], text);
  assert.deepEqual(await devicesFor(signature.slice(0, 8)), [], 'a signature is found as a whole');
  const url = `/api/licenses/${licenseId}/activations`;
  const { items } = (await app.inject({ url, headers: key })).json<{ items: { id: string }[] }>();
  await app.inject({ method: 'POST', url: `${url}/${items[0]?.id}/revoke`, headers: key });
  assert.deepEqual(await devicesFor(signature), [{ ...device, id: '', isReleased: true }]);
});

test('a trial of nobody is found by the signature of its device or the beginning of its name', async () => {
  const productId = await shop.product({ allowsTrials: true });
  const deviceSignature = randomUUID();
  const deviceName = `Studio ${deviceSignature}`;
  const url = `/api/client/trials/${productId}/request`;
  const request = await app.inject({ method: 'POST', url, payload: { deviceName, deviceSignature } });
  assert.equal(request.statusCode, 200, request.body);
  const trial = { productId, deviceName, deviceSignature, status: 'Active' };
  for (const text of [deviceSignature, deviceName, `studio ${deviceSignature.slice(0, 8)}`]) {
    const { trials = [] } = await find(text);
    assert.deepEqual(
      trials.map((each) => ({ ...each, id: '' })),
      [{ ...trial, id: '' }],
      text,
    );
  }
  assert.deepEqual((await find(deviceSignature.slice(0, 8))).trials, [], 'a signature is found as a whole');
  assert.equal((await find(deviceName, await app.apiKey(app.demo, 'licenses:read'))).trials, undefined);
  const headers = await app.apiKey(app.other);
  const search = `/api/search?text=${deviceSignature}`;
  assert.deepEqual((await app.injectAs(app.other, { url: search, headers })).json<Results>().trials, []);
});

test('a product is found by words of its name and its id, also before it is on sale', async () => {
  const id = await shop.product({ name: 'Crystal Organ' });
  const hits = [{ id, name: 'Crystal Organ' }];
  for (const text of ['organ', `CRYSTAL ${id}`, 'gan crys'])
    assert.deepEqual((await find(text)).products, hits, text);
  assert.deepEqual((await find('crystal flute')).products, []);
  assert.equal((await find('organ', await app.apiKey(app.demo, 'licenses:read'))).products, undefined);
});

test('a subscription is found by its id, and by the email of its customer', async () => {
  const { subscription, customer } = await subscribe(app);
  const hits = [{ id: subscription.id, itemId: 'app', status: 'Active' }];
  for (const text of [subscription.id, subscription.id.toUpperCase(), customer.email])
    assert.deepEqual((await find(text)).subscriptions, hits, text);
  assert.deepEqual((await find(randomUUID())).subscriptions, []);
  const scopes = ['licenses:read', 'subscriptions:read'];
  const narrow = await app.apiKey(app.demo, ...scopes);
  assert.deepEqual((await find(customer.email, narrow)).subscriptions, []);
  assert.deepEqual((await find(subscription.id, narrow)).subscriptions, hits);
  const headers = await app.apiKey(app.other);
  const answer = await app.injectAs(app.other, { url: `/api/search?text=${subscription.id}`, headers });
  assert.deepEqual(answer.json<Results>().subscriptions, []);
});

test('a voucher is found by its code in any spelling, with its batch', async () => {
  const contents = [{ type: 'Product', id: 'app', quantity: 1 }];
  const batch = await app.inject({
    method: 'POST',
    url: '/api/vouchers/batches',
    headers: key,
    payload: { name: 'Magazine', contents, quantity: 1 },
  });
  assert.equal(batch.statusCode, 201, batch.body);
  const { id: batchId } = batch.json<{ id: string }>();
  const url = `/api/vouchers/batches/${batchId}/codes.csv`;
  const csv = (await app.inject({ url, headers: key })).body;
  const [code = assert.fail(csv)] = csv.match(/[A-Z0-9]{4,}(-[A-Z0-9]{4,})+/) ?? [];
  const hits = [{ batchId, batchName: 'Magazine', isRedeemed: false }];
  for (const text of [code, code.toLowerCase().replaceAll('-', ' ')])
    assert.deepEqual((await find(text)).vouchers, hits, text);
  assert.equal((await find(code, await app.apiKey(app.demo, 'licenses:read'))).vouchers, undefined);
  const headers = await app.apiKey(app.other);
  const answer = await app.injectAs(app.other, { url: `/api/search?text=${code}`, headers });
  assert.deepEqual(answer.json<Results>().vouchers, []);
});

test('five of each kind are found at most', async () => {
  const ann = await shop.shopper();
  const productId = await shop.product({ maxActivations: 9 });
  await shop.give(ann, productId, 7);
  const { licenses } = await find(ann.email);
  assert.equal(licenses.length, 5);
});

test('it finds only what the scopes include, and nothing of another account', async () => {
  const ann = await shop.shopper();
  await shop.give(ann, await shop.product());
  const licenses = await find(ann.email, await app.apiKey(app.demo, 'licenses:read'));
  assert.deepEqual(licenses, { licenses: [], devices: [] }, 'whether somebody has the email is not told');
  const orders = await app.apiKey(app.demo, 'orders:read');
  assert.equal((await app.inject({ url: '/api/search?text=ann', headers: orders })).statusCode, 403);
  const headers = await app.apiKey(app.other);
  const url = `/api/search?text=${encodeURIComponent(ann.email)}`;
  const answer = await app.injectAs(app.other, { url, headers });
  assert.deepEqual(answer.json(), {
    customers: [],
    orders: [],
    products: [],
    subscriptions: [],
    vouchers: [],
    licenses: [],
    devices: [],
    trials: [],
  });
});

test('a text with nothing to look for is refused', async () => {
  for (const text of ['', ' , ']) {
    const answer = await app.inject({ url: `/api/search?text=${encodeURIComponent(text)}`, headers: key });
    assert.equal(answer.statusCode, 400, text);
  }
});
