import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo, 'licenses:read', 'licenses:write');
});
after(() => app.close());

function importLicense(payload: object) {
  return app.inject({ method: 'POST', url: '/api/licenses/import', headers, payload });
}

test('an imported license keeps what it was, and its devices find their seats again', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 1 });
  const imported = await importLicense({
    ownerId: owner.id.toUpperCase(),
    productId,
    maxNumberOfActivations: 2,
    offlineActivationsAllowed: true,
    activations: [
      {
        deviceName: 'Old Mac',
        deviceSignature: 'mac',
        activationMethod: 'Online',
        lastValidation: '2024-05-01T10:00:00Z',
      },
      { deviceName: 'Old PC', deviceSignature: 'pc', activationMethod: 'Offline' },
    ],
    keyCode: 'AAAA-BBBB',
    externalId: 'old-1',
    expiresAt: '2099-01-01T00:00:00Z',
    createdAt: '2020-01-01T00:00:00Z',
    updatesUntil: '2098-01-01T00:00:00Z',
    upToMajor: 4,
  });
  assert.equal(imported.statusCode, 200, imported.body);
  const { id, ...license } = imported.json();
  assert.deepEqual(license, {
    ownerId: owner.id,
    productId,
    status: 'Active',
    activeNumberOfActivations: 2,
    maxNumberOfActivations: 2,
    offlineActivationsAllowed: true,
    createdAt: '2020-01-01T00:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
    keyCode: 'AAAA-BBBB',
    externalId: 'old-1',
    updatesUntil: '2098-01-01T00:00:00.000Z',
    upToMajor: 4,
  });
  assert.deepEqual((await app.inject({ url: `/api/licenses/${id}`, headers })).json(), imported.json());
  const { items } = (await shop.get(owner, `licenses/${id}/activations`)).json();
  assert.deepEqual(
    items
      .map(({ name, activationMethod, lastValidatedAt }: Record<string, string>) => [
        name,
        activationMethod,
        lastValidatedAt,
      ])
      .toSorted(),
    [
      ['Old Mac', 'Online', '2024-05-01T10:00:00.000Z'],
      ['Old PC', 'Offline', '2020-01-01T00:00:00.000Z'],
    ],
  );
  const claims = claimsOf(await shop.activate(owner, productId, 'mac'));
  assert.equal(claims['l:id'], id);
  const full = await shop.post(owner, `/api/client/licenses/${productId}/request`, {
    payload: { deviceName: 'x', deviceSignature: 'new' },
  });
  assert.equal(full.json().errorType, 'NoFreeActivations');
});

test('an import can be repeated: the second time returns the existing license', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const payload = { ownerId: owner.id, productId, externalId: 'repeat-1' };
  const answers = await Promise.all([importLicense(payload), importLicense(payload), importLicense(payload)]);
  const successes = answers.filter(({ statusCode }) => statusCode === 200);
  assert.equal(successes.length, 1);
  for (const refused of answers.filter(({ statusCode }) => statusCode !== 200)) {
    const { errorType, instance } = refused.json();
    assert.deepEqual(
      [refused.statusCode, errorType, instance],
      [409, 'LicenseExists', successes[0]?.json().id],
    );
  }
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await importLicense({ ownerId: owner.id, productId })).statusCode, 200);
  }
});

test('a license from the future is refused, unless the clock of the other system is a little fast', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const now = app.system.clock.now().getTime();
  const imported = (milliseconds: number) =>
    importLicense({ ownerId: owner.id, productId, createdAt: new Date(now + milliseconds).toISOString() });
  const refused = await imported(5 * 60_000 + 1_000);
  assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['createdAt']]);
  const accepted = await imported(4 * 60_000);
  assert.equal(accepted.statusCode, 200, accepted.body);
  const { createdAt } = accepted.json();
  assert.ok(new Date(createdAt).getTime() <= app.system.clock.now().getTime(), createdAt);
});

test('an invalid import changes nothing and reports every issue', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 1 });
  const device = (deviceSignature: string) => ({
    deviceName: 'x',
    deviceSignature,
    activationMethod: 'Online',
  });
  const many = await importLicense({ ownerId: owner.id, productId, activations: [device('a'), device('a')] });
  assert.deepEqual(
    [many.statusCode, Object.keys(many.json().errors)],
    [400, ['activations', 'activations[1].deviceSignature']],
  );
  const unknown = await importLicense({ ownerId: app.system.ids.guid(), productId: 'unknown' });
  assert.deepEqual(Object.keys(unknown.json().errors), ['productId', 'ownerId']);
  const shape = await importLicense({
    ownerId: 'x',
    activations: [{ ...device(''), seat: 1 }],
    keycode: 'x',
    expiresAt: 'soon',
  });
  assert.deepEqual(Object.keys(shape.json().errors).toSorted(), [
    'activations[0].deviceSignature',
    'activations[0].seat',
    'expiresAt',
    'keycode',
    'ownerId',
    'productId',
  ]);
  assert.deepEqual((await shop.get(owner, 'licenses')).json().items, []);
  const foreign = await app.apiKey(app.other);
  const elsewhere = await app.injectAs(app.other, {
    method: 'POST',
    url: '/api/licenses/import',
    headers: foreign,
    payload: { ownerId: owner.id, productId },
  });
  assert.equal(elsewhere.statusCode, 400);
});

test('an import, and any creation of vouchers or trials, returns the first response for a repeated key', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const key = await app.apiKey(app.demo);
  const calls: [url: string, payload: object][] = [
    ['/api/licenses/import', { ownerId: owner.id, productId }],
    [
      '/api/trials/import',
      { productId, deviceName: 'x', deviceSignature: 'x', expiresAt: '2030-01-01T00:00:00Z' },
    ],
    [
      '/api/vouchers/batches',
      { name: 'x', quantity: 2, contents: [{ type: 'Product', id: productId, quantity: 1 }] },
    ],
  ];
  for (const [url, payload] of calls) {
    const send = () =>
      app.inject({ method: 'POST', url, payload, headers: { ...key, 'idempotency-key': `key of ${url}` } });
    const first = await send();
    const second = await send();
    assert.ok(first.statusCode < 300, first.body);
    assert.deepEqual([second.statusCode, second.json()], [first.statusCode, first.json()]);
    assert.equal(second.headers['idempotency-replayed'], 'true');
  }
  assert.equal((await shop.get(owner, 'licenses')).json().items.length, 1);
});
