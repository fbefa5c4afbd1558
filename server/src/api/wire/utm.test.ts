import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { readOrder } from '../../modules/orders/order/store.ts';
import { utmOf } from './utm.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('campaign parameters are taken under their own names, cut when too long, in whole characters', () => {
  const query = {
    utm_source: 'mail',
    utm_referrer: 'r'.repeat(600),
    utm_term: '',
    utm_content: 'x' + '😀'.repeat(250),
  };
  const content = 'x' + '😀'.repeat(249);
  assert.deepEqual(utmOf(query), { source: 'mail', content, referrer: 'r'.repeat(500) });
});

const queries = [
  `utm_referrer=${'r'.repeat(3_000)}`,
  'utm_campaign=launch&utm_campaign=other',
  'fbclid=%00x&utm_source=a%00b',
  'utm_source=%00&gclid[]=%00&__proto__=%00&checkout=true&checkout=false',
];
for (const query of queries) {
  test(`a link with ${query.slice(0, 40)} shows the shop and keeps the cart`, async () => {
    assert.equal((await app.inject({ url: `/api/customer/storefront?${query}` })).statusCode, 200);
    const id = randomUUID();
    const url = `/api/customer/orders/${id}?${query}`;
    assert.equal((await app.inject({ method: 'PATCH', url, payload: {} })).statusCode, 200);
    assert.equal((await app.inject({ url })).statusCode, 200);
    const { utm = {} } = (await readOrder(app.system.database.reader, app.demo.id, id)) ?? {};
    const params = new URLSearchParams(query);
    for (const [name, value] of Object.entries(utm))
      assert.equal(value, (params.get(`utm_${name}`) ?? '').replaceAll('\0', '').slice(0, 500));
  });
}

test('the Core API, where nothing may be overlooked, refuses text that no column can hold', async () => {
  const headers = await app.apiKey(app.demo);
  const answer = await app.inject({ url: '/api/customers?paginationToken=%00', headers });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.match(String(answer.json().errors.request), /NUL/);
});
