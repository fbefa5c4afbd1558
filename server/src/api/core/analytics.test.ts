import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let headers: Record<string, string>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  headers = await app.apiKey(app.demo, 'licenses:read', 'trials:read');
});
after(() => app.close());

test('applications’ reports are counted by day and read by the merchant', async () => {
  const productId = await shop.product({ allowsTrials: true });
  const payload = { deviceName: 'x', deviceSignature: 'x' };
  const url = `/api/client/trials/${productId}/request?appVersion=1.4.0&platform=Mac&meta[host]=Live`;
  assert.equal((await app.inject({ method: 'POST', url, payload })).statusCode, 200);
  const owner = await shop.shopper();
  await shop.give(owner, productId);
  await shop.activate(owner, productId, 'x');
  const day = app.system.clock.now().toISOString().slice(0, 10);
  const usage = await app.inject({
    url: `/api/analytics/usage?from=${day}&to=${day}&productFilter=${productId}`,
    headers,
  });
  assert.deepEqual(usage.json().items, [
    { day, productId, kind: 'License', activeDevices: 1 },
    { day, productId, kind: 'Trial', appVersion: '1.4.0', platform: 'Mac', activeDevices: 1 },
  ]);
  const trials = await app.inject({ url: `/api/analytics/trials?from=${day}&to=${day}`, headers });
  assert.deepEqual(trials.json().items, [{ day, productId, started: 1, converted: 1 }]);
  const foreign = await app.apiKey(app.other);
  const elsewhere = await app.injectAs(app.other, {
    url: `/api/analytics/usage?from=${day}&to=${day}`,
    headers: foreign,
  });
  assert.deepEqual(elsewhere.json().items, []);
});

test('a span of days has to be one', async () => {
  for (const [query, field] of [
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2026-01-01&to=2028-01-01', 'to'],
    ['from=yesterday&to=2026-01-01', 'from'],
    ['from=2026-01-01', 'to'],
  ] as const) {
    for (const kind of ['usage', 'trials']) {
      const answer = await app.inject({ url: `/api/analytics/${kind}?${query}`, headers });
      assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, [field]], query);
    }
  }
  const reader = await app.apiKey(app.demo, 'products:read');
  for (const kind of ['usage', 'trials']) {
    const longest = { url: `/api/analytics/${kind}?from=2026-01-01&to=2027-01-02` };
    assert.equal((await app.inject({ ...longest, headers })).statusCode, 200);
    assert.equal((await app.inject({ url: longest.url.replace('-02', '-03'), headers })).statusCode, 400);
    assert.equal((await app.inject(longest)).statusCode, 401);
    assert.equal((await app.inject({ ...longest, headers: reader })).statusCode, 403);
  }
});
