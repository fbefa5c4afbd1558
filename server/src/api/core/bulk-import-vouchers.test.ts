import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('vouchers of another system keep their codes, and those that were redeemed there give nothing here', async () => {
  const headers = await app.apiKey(app.demo);
  const send = importsOf(app, headers);
  const shop = shopOf(app);
  const owner = await shop.shopper();
  const productId = await shop.product();
  const contents = [{ type: 'Product', id: productId, quantity: 2 }];
  const gift = { name: 'Gifts', contents, expiresAt: '2099-01-01T00:00:00Z' };
  const file = ndjson([
    { ...gift, code: 'summer-2026-gift' },
    { ...gift, code: 'SUMMER2026GIFT' },
    { ...gift, code: 'WINTER-2026', ownerEmail: owner.email, redeemedAt: '2025-01-01T00:00:00Z' },
    { ...gift, code: 'SPRING-2026', redeemedAt: '2025-01-01T00:00:00Z' },
    { ...gift, code: 'short' },
    { contents: [{ type: 'Product', id: 'unknown', quantity: 1 }], code: 'AUTUMN-2026' },
  ]);
  const expected = ['created', 'exists', 'created', 'invalid', 'invalid', 'invalid'];
  const dryRun = await send('vouchers', file, { query: '?dryRun=true' });
  assert.deepEqual(statuses(dryRun.results), expected);
  const first = await send('vouchers', file);
  assert.deepEqual(statuses(first.results), expected);
  assert.deepEqual(
    first.results.slice(3).map(({ errors }) => Object.keys(errors ?? {})),
    [['ownerId'], ['code'], ['contents[0].id']],
  );
  const more = await send(
    'vouchers',
    ndjson([
      { ...gift, code: 'ANOTHER-2026' },
      { ...gift, code: 'WINTER2026' },
    ]),
  );
  assert.deepEqual(statuses(more.results), ['created', 'exists']);

  const { items } = (await app.inject({ url: '/api/vouchers/batches', headers })).json();
  assert.equal(items.length, 1, 'vouchers that are alike are one batch');
  const batch = (await app.inject({ url: `/api/vouchers/batches/${items[0].id}`, headers })).json();
  assert.deepEqual(
    [batch.name, batch.status, batch.quantity, batch.generated, batch.redeemed, batch.expiresAt],
    ['Gifts', 'Ready', 3, 3, 1, '2099-01-01T00:00:00.000Z'],
  );
  const redeem = (code: string) => shop.post(owner, `/api/customer/vouchers/redeem?code=${code}`);
  const again = await redeem('winter2026');
  assert.deepEqual([again.statusCode, again.json().redeemed], [200, true]);
  assert.deepEqual(
    (await shop.get(owner, 'licenses')).json().items,
    [],
    'what was redeemed there is not granted again',
  );
  assert.equal((await redeem('Summer-2026-Gift')).statusCode, 200);
  assert.equal((await shop.get(owner, 'licenses')).json().items.length, 2);
});
