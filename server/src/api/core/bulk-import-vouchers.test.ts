import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
after(() => app.close());

test('vouchers of another system keep their codes, and those that were redeemed there give nothing here', async () => {
  const headers = await app.apiKey(app.demo);
  const send = importsOf(app, headers);
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

test('a later import takes over what was redeemed since, and never from who redeemed it here', async () => {
  const headers = await app.apiKey(app.demo);
  const send = importsOf(app, headers);
  const [owner, other] = [await shop.shopper(), await shop.shopper()];
  const contents = [{ type: 'Product', id: await shop.product(), quantity: 1 }];
  const line = (code: string, more: object = {}) => ({ name: 'Later', contents, code, ...more });
  const by = ({ email }: { email: string }) => ({ ownerEmail: email, redeemedAt: '2026-01-01T00:00:00Z' });
  const redeem = (who: typeof owner, code: string) =>
    shop.post(who, `/api/customer/vouchers/redeem?code=${code}`);
  const [there, here, open, both] = ['OLDCODE-1234', 'OLDCODE-2345', 'OLDCODE-3456', 'OLDCODE-4567'];
  const first = await send('vouchers', ndjson([there, here, open].map((code) => line(code))));
  assert.deepEqual(statuses(first.results), ['created', 'created', 'created']);
  assert.equal((await redeem(other, here)).statusCode, 200);
  const file = ndjson([
    line(there, by(owner)),
    line(here, by(owner)),
    line(here, by(other)),
    line(open),
    line(open, { redeemedAt: '2026-01-01T00:00:00Z' }),
    line(open, { ownerEmail: 'nobody@example.com', redeemedAt: '2026-01-01T00:00:00Z' }),
    line(both),
    line(both, by(owner)),
    line(both, by(other)),
    line(there, by(owner)),
  ]);
  const last = ['exists', 'invalid', 'invalid', 'created', 'updated', 'invalid', 'exists'];
  const expected = ['updated', 'invalid', 'exists', ...last];
  const dryRun = await send('vouchers', file, { query: '?dryRun=true' });
  assert.deepEqual(statuses(dryRun.results), expected);
  const final = await send('vouchers', file);
  assert.deepEqual(statuses(final.results), expected);
  assert.deepEqual(
    final.results.map(({ errors }) => errors).filter((errors) => errors !== undefined),
    [
      { code: ['The code was redeemed by somebody else.'] },
      {
        ownerId: [
          'The owner id is required where redeemedAt is sent, or another reference to who redeemed it.',
        ],
      },
      { ownerEmail: ['The owner email is not a customer of this account.'] },
      { code: ['The code was redeemed by somebody else.'] },
    ],
  );
  assert.equal(final.results[0]?.id, first.results[0]?.id);
  for (const code of [there, both]) {
    assert.equal((await redeem(other, code)).json().errorType, 'VoucherRedeemed', code);
    assert.equal((await redeem(owner, code)).json().redeemed, true, code);
  }
  assert.deepEqual((await shop.get(owner, 'licenses')).json().items, [], 'it was granted there');
  assert.equal((await redeem(other, open)).statusCode, 200);
});

test('of imports and redemptions at the same time, one redeems a code', async () => {
  const send = importsOf(app, await app.apiKey(app.demo));
  const [owner, other] = [await shop.shopper(), await shop.shopper()];
  const contents = [{ type: 'Product', id: await shop.product(), quantity: 1 }];
  const codes = [1, 2, 3, 4, 5, 6].map((number) => `RACECODE-${number}`);
  const lines = codes.map((code) => ({ name: 'Race', contents, code }));
  await send('vouchers', ndjson(lines));
  const redeemed = lines.map((line) => ({ ...line, ownerEmail: owner.email }));
  const [one, two, ...redemptions] = await Promise.all([
    send('vouchers', ndjson(redeemed)),
    send('vouchers', ndjson(redeemed.toReversed())),
    ...codes.map((code) => shop.post(other, `/api/customer/vouchers/redeem?code=${code}`)),
  ]);
  const back = two.results.toReversed();
  const licenses = (await shop.get(other, 'licenses')).json().items.length;
  assert.equal(redemptions.filter(({ statusCode }) => statusCode === 200).length, licenses);
  for (const [index, { statusCode }] of redemptions.entries()) {
    const outcomes = [one.results[index], back[index]].map((result) => result?.status ?? '').toSorted();
    assert.deepEqual(outcomes, statusCode === 200 ? ['invalid', 'invalid'] : ['exists', 'updated']);
  }
});
