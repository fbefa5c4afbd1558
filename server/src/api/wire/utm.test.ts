import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { utmOf } from './utm.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('campaign parameters are taken under their own names; the first of a repeated one counts, cut when too long', () => {
  const query = {
    utm_source: 'mail',
    utm_campaign: ['launch', 'other'],
    utm_referrer: 'r'.repeat(600),
    utm_term: '',
  };
  assert.deepEqual(utmOf(query), { source: 'mail', campaign: 'launch', referrer: 'r'.repeat(500) });
});

for (const query of [`utm_referrer=${'r'.repeat(3_000)}`, 'utm_campaign=launch&utm_campaign=other']) {
  test(`a link with ${query.slice(0, 40)} shows the shop and keeps the cart`, async () => {
    assert.equal((await app.inject({ url: `/api/customer/storefront?${query}` })).statusCode, 200);
    const url = `/api/customer/orders/${randomUUID()}?${query}`;
    assert.equal((await app.inject({ method: 'PATCH', url, payload: {} })).statusCode, 200);
  });
}
