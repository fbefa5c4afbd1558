import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo, 'products:read', 'products:write');
});
after(() => app.close());

const NOTHING = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: null };
const DAY_SECONDS = 86_400;

function settle(productId: string, rules: object) {
  const url = `/api/products/${productId}/licensing-settings`;
  return app.inject({ method: 'PUT', url, headers, payload: { ...NOTHING, ...rules } });
}

/** The lifetime of an offline token in seconds; `undefined` when as long as its license. */
async function offlineSeconds(owner: Shopper, productId: string, signature: string) {
  const activated = await shop.activateByFile(owner, productId, signature);
  assert.equal(activated.statusCode, 200, activated.body);
  const { pathname, search } = new URL(String(activated.headers.location));
  const { exp, iat } = claimsOf((await app.inject({ url: pathname + search })).body);
  return exp === undefined ? undefined : Number(exp) - Number(iat);
}

test('the licensing settings of a product are replaced as a whole', async () => {
  const url = `/api/products/${await shop.product()}/licensing-settings`;
  assert.deepEqual((await app.inject({ url, headers })).json(), NOTHING);
  const rules = { releasesOnline: false, releasesOffline: true, releasePauseSeconds: 60, offlineDays: 30 };
  assert.deepEqual((await app.inject({ method: 'PUT', url, headers, payload: rules })).json(), rules);
  assert.deepEqual((await app.inject({ url, headers })).json(), rules);
  const payload = { releasesOnline: 'no', releasePauseSeconds: -1, offlineDays: -1, extra: 1 };
  const bad = await app.inject({ method: 'PUT', url, headers, payload });
  assert.deepEqual(Object.keys(bad.json().errors).toSorted(), [
    'extra',
    'offlineDays',
    'releasePauseSeconds',
    'releasesOffline',
    'releasesOnline',
  ]);
  const least = { ...rules, releasePauseSeconds: 0, offlineDays: 0 };
  assert.deepEqual((await app.inject({ method: 'PUT', url, headers, payload: least })).json(), least);
  assert.deepEqual((await app.inject({ url, headers })).json(), least);
  const unknown = '/api/products/unknown/licensing-settings';
  assert.equal((await app.inject({ url: unknown, headers })).statusCode, 404);
  assert.equal((await app.inject({ method: 'PUT', url: unknown, headers, payload: rules })).statusCode, 404);
});

test('a lifetime or a pause that no calendar holds is refused, and the longest ones work', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true, maxActivations: 3 });
  const [license = ''] = await shop.give(owner, productId);
  const bad = await settle(productId, { releasePauseSeconds: 366 * DAY_SECONDS + 1, offlineDays: 36_601 });
  assert.deepEqual(Object.keys(bad.json().errors).toSorted(), ['offlineDays', 'releasePauseSeconds']);
  const longest = { releasePauseSeconds: 366 * DAY_SECONDS, offlineDays: 36_600 };
  assert.equal((await settle(productId, longest)).statusCode, 200);
  assert.equal(await offlineSeconds(owner, productId, 'studio'), 36_600 * DAY_SECONDS);
  const release = async (signature: string) => {
    const { id } = claimsOf(await shop.activate(owner, productId, signature));
    return shop.post(owner, `licenses/${license}/activations/${String(id)}/revoke`);
  };
  assert.equal((await release('a')).statusCode, 200);
  const soon = await release('b');
  assert.deepEqual([soon.statusCode, soon.headers['retry-after']], [409, String(366 * DAY_SECONDS)]);
  // The pause also applies to applications, which release on behalf of the owner.
  const byApplication = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/revoke`,
    headers: { 'content-type': 'text/plain' },
    payload: await shop.activate(owner, productId, 'b'),
  });
  assert.deepEqual([byApplication.statusCode, byApplication.json().errorType], [409, 'ReleaseTooSoon']);
});

test('a product falls back to the account’s settings: pause, lifetime, and permitted releases', async () => {
  const owner = await shop.shopper();
  const own = await shop.product({ allowsOffline: true, maxActivations: 4 });
  const silent = await shop.product({ allowsOffline: true, maxActivations: 4 });
  const licenses = new Map<string, string>();
  for (const productId of [own, silent]) {
    const [license = ''] = await shop.give(owner, productId);
    licenses.set(productId, license);
  }
  assert.equal(await offlineSeconds(owner, silent, 'perpetual'), undefined);
  await settle(own, { releasesOnline: true, releasesOffline: false, releasePauseSeconds: 0, offlineDays: 2 });
  const byCustomer = { online: false, offline: true };
  await updateSettings(app.ctx, {
    customersMayRelease: byCustomer,
    releasePauseSeconds: 60,
    offlineDays: 9,
  });
  assert.equal(await offlineSeconds(owner, own, 'file'), 2 * DAY_SECONDS);
  assert.equal(await offlineSeconds(owner, silent, 'file'), 9 * DAY_SECONDS);
  const statuses = async (productId: string) => {
    const license = licenses.get(productId) ?? '';
    await shop.activate(owner, productId, 'a');
    await shop.activate(owner, productId, 'b');
    const { items } = (await shop.get(owner, `licenses/${license}/activations`)).json();
    const release = async (name: string) => {
      const { id } = items.find((item: { name: string }) => item.name === `Device ${name}`);
      return (await shop.post(owner, `licenses/${license}/activations/${id}/revoke`)).statusCode;
    };
    return [await release('file'), await release('a'), await release('b')];
  };
  assert.deepEqual(await statuses(own), [403, 200, 200]);
  assert.deepEqual(await statuses(silent), [200, 403, 403]);
  await updateSettings(app.ctx, { customersMayRelease: { online: true, offline: false } });
  assert.deepEqual((await statuses(silent)).slice(1), [409, 409]);
  app.system.clock.advance(60_000);
  assert.deepEqual((await statuses(silent)).slice(1), [200, 409]);
});

test('offline tokens of a product with a lifetime of 0 days last as long as its licenses, whatever the account says', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true });
  await shop.give(owner, productId);
  await updateSettings(app.ctx, { offlineDays: 9 });
  const lasts = async (offlineDays: number | null) => {
    assert.equal((await settle(productId, { offlineDays })).statusCode, 200);
    const seconds = await offlineSeconds(owner, productId, 'file');
    return seconds === undefined ? undefined : seconds / DAY_SECONDS;
  };
  assert.equal(await lasts(null), 9);
  assert.equal(await lasts(0), undefined);
  assert.equal(await lasts(2), 2);
  assert.equal(await lasts(0), undefined);
  assert.equal(await lasts(null), 9);
});
