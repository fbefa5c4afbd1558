import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importsOf, ndjson } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';

/** Of the year 0, or outside the years 1 to 9999 in UTC: PostgreSQL stores none of them. */
const OUTSIDE = ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-12:00'];
const LIMITS = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

let app: TestApp;
let vendor: Merchant;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  vendor = await merchantOf(app);
  shop = shopOf(app);
});
after(() => app.close());

test('dates outside the years 1 to 9999 are refused by the name of their field', async () => {
  const { id: ownerId } = await shop.shopper();
  const productId = await shop.product({});
  const device = { deviceName: 'Old', deviceSignature: 'old', activationMethod: 'Online' };
  const requests: readonly (readonly [path: string, field: string, body: (date: string) => object])[] = [
    ['licenses/import', 'expiresAt', (expiresAt) => ({ ownerId, productId, expiresAt })],
    ['licenses/import', 'updatesUntil', (updatesUntil) => ({ ownerId, productId, updatesUntil })],
    [
      'licenses/import',
      'activations[0].lastValidation',
      (lastValidation) => ({ ownerId, productId, activations: [{ ...device, lastValidation }] }),
    ],
    [
      'trials/import',
      'expiresAt',
      (expiresAt) => ({ productId, deviceName: 'Old', deviceSignature: 'old', expiresAt }),
    ],
    [
      'licenses/provision',
      'requests[0].updatesUntil',
      (updatesUntil) => ({ ownerId, requests: [{ productId, updatesUntil }] }),
    ],
  ];
  for (const [path, field, body] of requests)
    for (const date of OUTSIDE) {
      const answer = await vendor.send('POST', `/api/${path}`, body(date));
      assert.deepEqual(
        [answer.statusCode, Object.keys(Object(answer.json().errors))],
        [400, [field]],
        `${path} ${date}`,
      );
    }
  const send = importsOf(app, await app.apiKey(app.demo));
  const lines = [...OUTSIDE, ...LIMITS].map((expiresAt) => ({ ownerId, productId, expiresAt }));
  const { results } = await send('licenses', ndjson(lines));
  const outcomes = results.map(({ status, errors }) => [status, Object.keys(errors ?? {})]);
  const refused = OUTSIDE.map(() => ['invalid', ['expiresAt']]);
  assert.deepEqual(outcomes, [...refused, ...LIMITS.map(() => ['created', []])]);
  const { items } = await vendor.call<{ items: { expiresAt: string }[] }>(
    'GET',
    `/api/licenses?productFilter=${productId}`,
  );
  assert.deepEqual(items.map(({ expiresAt }) => expiresAt).toSorted(), LIMITS);
});

test('filters by dates outside these years are refused', async () => {
  for (const date of OUTSIDE) {
    const answer = await vendor.send('GET', `/api/orders?after=${encodeURIComponent(date)}`);
    assert.deepEqual([answer.statusCode, Object.keys(Object(answer.json().errors))], [400, ['after']], date);
  }
});
