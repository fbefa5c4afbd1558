import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
let send: ReturnType<typeof importsOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo);
  send = importsOf(app, headers);
});
after(() => app.close());

const queryOf = (mapping: unknown, more = '') =>
  `?mapping=${encodeURIComponent(JSON.stringify(mapping))}${more}`;

test('rows of a list are entries as the mapping of the query says', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const query = queryOf({
    fields: {
      externalId: 'License ID',
      ownerEmail: 'Mail',
      productId: { column: 'Product', values: { Pro: productId } },
      maxNumberOfActivations: { column: 'Seats', default: 1, values: { unlimited: 1000 } },
      expiresAt: { column: 'Expires', format: 'DD.MM.YYYY' },
      keyCode: 'constructor',
    },
  });
  const row = { 'License ID': 'row-1', Mail: owner.email, Product: 'Pro', Seats: 'unlimited', Notes: 'old' };
  const rows = ndjson([
    { ...row, Expires: '31.12.2099' },
    { ...row, 'License ID': 'row-2', Seats: '', Expires: '' },
    { ...row, 'License ID': 'row-3', Seats: 'many', Expires: 'never' },
    { ...row, Seats: 3 },
    ['row-4'],
    'row-5',
  ]);
  const dry = await send('licenses', rows, { query: `${query}&dryRun=true` });
  const applied = await send('licenses', rows, { query });
  const expected = ['created', 'created', 'invalid', 'invalid', 'invalid', 'invalid'];
  assert.deepEqual([statuses(dry.results), statuses(applied.results)], [expected, expected]);
  assert.deepEqual(applied.results[2]?.errors, {
    maxNumberOfActivations: ['The max number of activations is "many", which is not a number.'],
    expiresAt: ['The expires at is "never", which is not a date.'],
  });
  for (const { errors } of applied.results.slice(3))
    assert.deepEqual(errors, { line: ['The line must have a text for each column.'] });
  const list = await app.inject({ url: `/api/licenses?pageSize=100&productFilter=${productId}`, headers });
  const items: Record<string, unknown>[] = list.json().items;
  assert.deepEqual(
    items
      .map(({ externalId, maxNumberOfActivations, expiresAt }) => [
        externalId,
        maxNumberOfActivations,
        expiresAt,
      ])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    [
      ['row-1', 1000, '2099-12-31T00:00:00.000Z'],
      ['row-2', 1, undefined],
    ],
  );
});

test('refuses a mapping that is no JSON, and names every field that the kind does not have', async () => {
  const refusal = async (query: string) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/import/trials${query}`,
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      payload: '{}',
    });
    return [response.statusCode, response.json().errors];
  };
  assert.deepEqual(await refusal('?mapping=%7B'), [400, { mapping: ['The mapping must be JSON.'] }]);
  const [status, errors] = await refusal(queryOf({ fields: { email: 'Mail', productId: {} } }));
  assert.equal(status, 400);
  assert.deepEqual(
    Object.keys(errors).toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    ['fields.email', 'fields.productId'],
  );
});
