import assert from 'node:assert/strict';
import type { Response } from 'light-my-request';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import {
  replaceLicenseProperties,
  replaceProductRules,
  revokeLicense,
  updateLicense,
} from '../../modules/licensing/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
after(() => app.close());

const ids = (answer: Response): string[] => answer.json().items.map(({ id }: { id: string }) => id);

test('owned products carry exact counts of licenses, trials and seats', async () => {
  const owner = await shop.shopper();
  const [first, second] = [
    await shop.product({ maxActivations: 3 }),
    await shop.product({ allowsTrials: true }),
  ];
  const licenses = await shop.give(owner, first, 3);
  await revokeLicense(app.ctx, licenses[2] ?? '');
  await shop.activate(owner, first, 'a');
  await shop.activate(owner, first, 'b');
  app.system.clock.advance(1_000);
  const started = await app.inject({
    method: 'POST',
    url: `/api/client/trials/${second}/request`,
    headers: owner.headers,
    payload: { deviceName: 'x', deviceSignature: 'x' },
  });
  assert.equal(started.statusCode, 200);
  const page = (await shop.get(owner, 'products')).json();
  assert.deepEqual(page.items, [
    {
      id: second,
      name: page.items[0].name,
      tagline: 'Good',
      currentVersion: null,
      numberOfLicenses: 0,
      numberOfTrials: 1,
      currentActivations: 0,
      maxActivations: 0,
      downloadsAllowed: false,
      downloadsNeedsUser: true,
      downloadsNeedsOwnership: true,
      downloadsNeedsGroupMembership: false,
    },
    {
      id: first,
      name: page.items[1].name,
      tagline: 'Good',
      currentVersion: null,
      numberOfLicenses: 2,
      numberOfTrials: 0,
      currentActivations: 2,
      maxActivations: 6,
      downloadsAllowed: true,
      downloadsNeedsUser: true,
      downloadsNeedsOwnership: true,
      downloadsNeedsGroupMembership: false,
    },
  ]);
  assert.deepEqual([page.hasMore, page.next], [false, null]);
});

test('ended licenses do not count; their owner sees Revoked and the merchant Expired', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const headers = await app.apiKey(app.demo, 'licenses:read', 'licenses:write');
  const expiresAt = new Date(app.system.clock.now().getTime() + 60_000).toISOString();
  const payload = { ownerId: owner.id, productId, expiresAt, keyCode: 'OLD-KEY' };
  const imported = await app.inject({ method: 'POST', url: '/api/licenses/import', headers, payload });
  const { id } = imported.json();
  const token = await shop.activate(owner, productId, 'a');
  await shop.activate(owner, productId, 'b');
  const counts = async () => {
    const { items } = (await shop.get(owner, 'products')).json();
    return items.map((item: Record<string, unknown>) => [
      item['numberOfLicenses'],
      item['currentActivations'],
      item['maxActivations'],
    ]);
  };
  assert.deepEqual(await counts(), [[1, 2, 2]]);
  const released = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/revoke`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });
  assert.equal(released.statusCode, 200);
  assert.deepEqual(await counts(), [[1, 1, 2]]);
  const summary = async () => (await shop.get(owner, `products/${productId}/licenses`)).json().items[0];
  assert.deepEqual([(await summary()).status, (await summary()).keyCode], ['Active', 'OLD-KEY']);
  app.system.clock.advance(60_000);
  assert.deepEqual(await counts(), []);
  const { product, ...ended } = await summary();
  assert.deepEqual([ended.id, ended.status, ended.expiresAt], [id, 'Revoked', expiresAt]);
  assert.deepEqual([product.numberOfLicenses, product.maxActivations], [0, 0]);
  assert.equal((await app.inject({ url: `/api/licenses/${id}`, headers })).json().status, 'Expired');
  await shop.give(owner, productId);
  assert.deepEqual(await counts(), [[1, 0, 2]]);
});

test('every list is paged, newest first, and keeps its place while things are added', async () => {
  const owner = await shop.shopper();
  const productIds: string[] = [];
  const licenseIds: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    app.system.clock.advance(1_000);
    productIds.unshift(await shop.product());
    licenseIds.unshift(...(await shop.give(owner, productIds[0] ?? '')));
  }
  for (const [path, expectedRows] of [
    ['products', productIds],
    ['licenses', licenseIds],
  ] as const) {
    const expected = [...expectedRows];
    const first = await shop.get(owner, `${path}?pageSize=2`);
    assert.deepEqual([ids(first), first.json().hasMore], [expected.slice(0, 2), true]);
    app.system.clock.advance(1_000);
    productIds.unshift(await shop.product());
    licenseIds.unshift(...(await shop.give(owner, productIds[0] ?? '')));
    const second = await shop.get(owner, first.json().next);
    assert.deepEqual([ids(second), second.json().next], [expected.slice(2), null]);
  }
  const many = await shop.product({ maxActivations: 5 });
  const [license = ''] = await shop.give(owner, many);
  const tokens: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    app.system.clock.advance(1_000);
    tokens.unshift(String(claimsOf(await shop.activate(owner, many, `d${index}`))['id']));
  }
  for (const path of [`products/${many}/licenses/activations`, `licenses/${license}/activations`]) {
    const first = await shop.get(owner, `${path}?pageSize=2`);
    assert.deepEqual(ids(first), tokens.slice(0, 2));
    app.system.clock.advance(1_000);
    const added = await shop.activate(owner, many, `later ${path}`);
    assert.deepEqual(ids(await shop.get(owner, first.json().next)), tokens.slice(2));
    tokens.unshift(String(claimsOf(added)['id']));
  }
  assert.deepEqual(ids(await shop.get(owner, `products/${many}/licenses`)), [license]);
  const notOwned = await shop.product();
  for (const list of ['licenses', 'licenses/activations']) {
    assert.deepEqual(ids(await shop.get(owner, `products/${notOwned}/${list}`)), []);
    const unknown = await shop.get(owner, `products/unknown/${list}`);
    assert.deepEqual([unknown.statusCode, unknown.json().errorType], [404, 'NotFound']);
  }
});

test('a license summary has only the public ones of its properties', async () => {
  app.system.clock.hold('it compares when the license was created with the clock');
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const [license = '', revoked = ''] = await shop.give(owner, productId, 2);
  const text = { type: 'text', value: 'x', includeInToken: false };
  await replaceLicenseProperties(app.ctx, license, {
    shown: { ...text, public: true },
    hidden: { ...text, public: false },
  });
  await revokeLicense(app.ctx, revoked);
  const { items } = (await shop.get(owner, 'licenses')).json();
  const find = (id: string) => items.find((item: { id: string }) => item.id === id);
  assert.equal(find(revoked).status, 'Revoked');
  const { product, ...rest } = find(license);
  assert.deepEqual(rest, {
    id: license,
    status: 'Active',
    activeNumberOfActivations: 0,
    maxNumberOfActivations: 2,
    offlineActivationsAllowed: false,
    createdAt: app.system.clock.now().toISOString(),
    properties: { shown: 'x' },
  });
  assert.deepEqual([product.id, product.numberOfLicenses, product.maxActivations], [productId, 1, 2]);
});

test('a device is shown and released, once or again, and refused afterwards', async () => {
  app.system.clock.hold('it compares the first and the last validation with the clock');
  const owner = await shop.shopper();
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'a', '?appVersion=1.2.0&platform=Mac');
  const id = String(claimsOf(token)['id']);
  const now = app.system.clock.now().toISOString();
  const device = {
    id,
    licenseId: license,
    name: 'Device a',
    activationMethod: 'Online',
    status: 'Active',
    firstValidatedAt: now,
    lastValidatedAt: now,
    appVersion: '1.2.0',
    platform: 'Mac',
    canRelease: true,
  };
  assert.deepEqual((await shop.get(owner, `licenses/${license}/activations`)).json().items, [device]);
  for (let times = 0; times < 2; times += 1) {
    const released = await shop.post(owner, `licenses/${license}/activations/${id}/revoke`);
    assert.deepEqual([released.statusCode, released.body], [200, '']);
  }
  assert.deepEqual((await shop.get(owner, `licenses/${license}/activations`)).json().items, [
    { ...device, status: 'Revoked', canRelease: false },
  ]);
  const validated = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });
  assert.equal(validated.json().errorType, 'LicenseActivationRevoked');
});

test('a device of a license that has ended is not released: there is no seat to free', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'a');
  const activation = `licenses/${license}/activations/${String(claimsOf(token)['id'])}`;
  const expiresAt = new Date(app.system.clock.now().getTime() + 60_000);
  await updateLicense(app.ctx, license, { expiresAt });
  app.system.clock.advance(120_000);
  const refused = await shop.post(owner, `${activation}/revoke`);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'ReleaseNotAllowed']);
  assert.match(refused.json().detail, /The license has ended/);
});

test('releasing follows the rules: by method, and not too often', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 3, allowsOffline: true });
  const [license = ''] = await shop.give(owner, productId);
  await shop.activateByFile(owner, productId, 'file');
  const online = [await shop.activate(owner, productId, 'a'), await shop.activate(owner, productId, 'b')];
  const { items } = (await shop.get(owner, `licenses/${license}/activations`)).json();
  const file = items.find(
    ({ activationMethod }: { activationMethod: string }) => activationMethod === 'Offline',
  );
  const release = (id: unknown) => shop.post(owner, `licenses/${license}/activations/${String(id)}/revoke`);
  const refused = await release(file.id);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'ReleaseNotAllowed']);
  const rules = {
    releasesOnline: null,
    releasesOffline: true,
    releasePauseSeconds: 600,
    offlineDays: null,
  };
  await replaceProductRules(app.ctx, productId, rules);
  assert.equal((await release(file.id)).statusCode, 200);
  const soon = await release(claimsOf(online[0] ?? '')['id']);
  assert.deepEqual(
    [soon.statusCode, soon.json().errorType, soon.headers['retry-after']],
    [409, 'ReleaseTooSoon', '600'],
  );
  app.system.clock.advance(600_000);
  assert.equal((await release(claimsOf(online[0] ?? '')['id'])).statusCode, 200);
});

test('a device says before whether its owner may release it: by method, as the product says', async () => {
  const owner = await shop.shopper();
  const [productId, silent] = [
    await shop.product({ maxActivations: 2, allowsOffline: true }),
    await shop.product({ maxActivations: 2, allowsOffline: true }),
  ];
  const licenses = new Map<string, string>();
  for (const id of [productId, silent]) {
    const [license = ''] = await shop.give(owner, id);
    licenses.set(id, license);
    await shop.activateByFile(owner, id, 'file');
    await shop.activate(owner, id, 'a');
  }
  const releasable = async (path: string): Promise<string[]> => {
    const { items } = (await shop.get(owner, path)).json();
    assert.equal(items.length, 2);
    return items.flatMap((item: { canRelease: boolean; activationMethod: string }) =>
      item.canRelease ? [item.activationMethod] : [],
    );
  };
  const none = { releasesOnline: null, releasesOffline: null, releasePauseSeconds: null, offlineDays: null };
  for (const [rules, expected] of [
    [none, ['Online']],
    [{ ...none, releasesOnline: false, releasesOffline: true }, ['Offline']],
    [{ ...none, releasesOnline: false }, []],
    // A pause does not determine who may release.
    [{ ...none, releasesOffline: true, releasePauseSeconds: 600 }, ['Offline', 'Online']],
  ] as const) {
    await replaceProductRules(app.ctx, productId, rules);
    for (const path of [
      `products/${productId}/licenses/activations`,
      `licenses/${licenses.get(productId)}/activations`,
    ]) {
      assert.deepEqual((await releasable(path)).toSorted(), expected, path);
    }
    assert.deepEqual(await releasable(`licenses/${licenses.get(silent)}/activations`), ['Online']);
  }
});

test('nobody can read or change the data of another customer or another account', async () => {
  const [owner, stranger] = [await shop.shopper(), await shop.shopper()];
  const foreigner = await shop.shopper(app.other);
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const id = String(claimsOf(await shop.activate(owner, productId, 'a'))['id']);
  for (const path of [
    'products',
    'licenses',
    `products/${productId}/licenses`,
    `products/${productId}/licenses/activations`,
  ]) {
    assert.deepEqual(ids(await shop.get(stranger, path)), []);
    assert.equal((await app.inject({ url: `/api/customer/inventory/${path}` })).statusCode, 401);
    assert.equal((await shop.get(foreigner, path)).statusCode, 401);
  }
  assert.equal((await shop.get(stranger, `licenses/${license}/activations`)).statusCode, 404);
  assert.equal((await shop.get(owner, 'licenses/no-guid/activations')).statusCode, 404);
  assert.equal((await shop.post(stranger, `licenses/${license}/activations/${id}/revoke`)).statusCode, 404);
  const [other = ''] = await shop.give(owner, productId);
  assert.equal((await shop.post(owner, `licenses/${other}/activations/${id}/revoke`)).statusCode, 404);
  const elsewhere = await app.injectAs(app.other, {
    url: `/api/customer/inventory/licenses/${license}/activations`,
    headers: foreigner.headers,
  });
  assert.equal(elsewhere.statusCode, 404);
});

test('the account decides for products that say nothing of their own', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const token = await shop.activate(owner, productId, 'a');
  await updateSettings(app.ctx, { customersMayRelease: { online: false } });
  const refused = await shop.post(
    owner,
    `licenses/${license}/activations/${String(claimsOf(token)['id'])}/revoke`,
  );
  assert.equal(refused.json().errorType, 'ReleaseNotAllowed');
  const byApp = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/revoke`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });
  assert.deepEqual([byApp.statusCode, byApp.json().errorType], [403, 'ReleaseNotAllowed']);
  await updateSettings(app.ctx, { customersMayRelease: { online: true } });
});

test('the end of a pause is given in words, to the minute and never too early', async () => {
  app.system.clock.hold('it asks in the last millisecond of the pause');
  app.system.clock.set(new Date('2026-12-30T23:59:00.001Z'));
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const [license = ''] = await shop.give(owner, productId);
  const rules = {
    releasesOnline: null,
    releasesOffline: null,
    releasePauseSeconds: 86_400,
    offlineDays: null,
  };
  await replaceProductRules(app.ctx, productId, rules);
  const release = async (signature: string) => {
    const { id } = claimsOf(await shop.activate(owner, productId, signature));
    return shop.post(owner, `licenses/${license}/activations/${String(id)}/revoke`);
  };
  assert.equal((await release('a')).statusCode, 200);
  const soon = await release('b');
  assert.deepEqual(
    [soon.statusCode, soon.headers['retry-after'], soon.json().detail],
    [409, '86400', 'The next device of this license can be released after 1 January 2027, 00:00 UTC.'],
  );
  // A started second counts as one, so that a client that waits for the stated time is not refused again.
  await replaceProductRules(app.ctx, productId, {
    ...rules,
    releasePauseSeconds: 60,
  });
  app.system.clock.advance(60_000 - 1);
  const late = await release('b');
  assert.deepEqual([late.statusCode, late.headers['retry-after']], [409, '1']);
  app.system.clock.advance(1);
  assert.equal((await release('b')).statusCode, 200);
});
