import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../src/platform/log.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { ONE_APP, patchOrder, shopper, stockShop } from '../shop.ts';
import { shopClient } from './deployed-client.ts';

// Section A of the extended API: reports of pages, groups, connected accounts.

const lines: string[] = [];
let app: TestApp;
before(async () => {
  app = await startTestApp({}, createLog('info', { write: (line) => lines.push(line) }));
  await stockShop(app, app.demo);
});
after(() => app.close());

const URL = '/api/customer/insights/error';

/** Sends a report and returns the one line in the log. */
async function reported(
  payload: string,
  contentType: string | undefined,
  url = URL,
): Promise<Record<string, unknown>> {
  lines.length = 0;
  const headers = { origin: TEST_ORIGIN, ...(contentType !== undefined && { 'content-type': contentType }) };
  const answer = await app.inject({ method: 'POST', url, headers, payload: Buffer.from(payload) });
  assert.deepEqual([answer.statusCode, answer.body], [202, ''], String(contentType));
  const [line = ''] = lines;
  assert.equal(lines.length, 1);
  assert.equal(line.trimEnd().split('\n').length, 1);
  return JSON.parse(line);
}

describe('a page reports a problem', () => {
  test('as JSON, as text, and in every form that navigator.sendBeacon has', async () => {
    const text = '{"message":"x is not a function"}';
    for (const type of [
      'application/json',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded;charset=UTF-8',
      'multipart/form-data; boundary=----x',
      'application/octet-stream',
      undefined,
    ]) {
      const entry = await reported(text, type);
      assert.deepEqual(
        [entry['account'], entry['severity'], entry['report']],
        ['demo', 'error', text],
        String(type),
      );
    }
    const warning = await reported('slow', 'text/plain', '/api/customer/insights/warn');
    assert.deepEqual([warning['severity'], warning['report']], ['warn', 'slow']);
    assert.equal((await reported('{', 'application/json'))['report'], '{', 'nobody mends what a page sends');
    const other = await app.injectAs(app.other, { method: 'POST', url: URL });
    assert.equal(other.statusCode, 202, 'nor is an empty one refused');
  });

  test('and can neither add lines to the log, nor colours, nor secrets', async () => {
    const entry = await reported('one\r\n{"level":60}\u001B[31mred\u202E\u2028two', 'text/plain');
    assert.equal(entry['report'], 'one {"level":60} [31mred two');
    const secret = 'x'.repeat(43);
    const report = await reported(
      `token=eyJhbGciOi.eyJzdWIiOi.c2ln key=lk_${secret} code=${secret}`,
      'text/plain',
    );
    assert.equal(report['report'], 'token=… key=… code=…');
  });

  test('in no more than the log and the server take', async () => {
    const long = await reported('y'.repeat(20).concat(' ').repeat(500), 'text/plain');
    assert.equal(String(long['report']).length, 2_000);
    const headers = { 'content-type': 'text/plain' };
    const payload = 'z'.repeat(16 * 1024 + 1);
    assert.equal((await app.inject({ method: 'POST', url: URL, headers, payload })).statusCode, 413);
  });

  test('at no higher rate than the account allows each address', async () => {
    const remoteAddress = '192.0.2.77';
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1)
      statuses.push((await app.inject({ method: 'POST', url: URL, remoteAddress })).statusCode);
    assert.deepEqual([statuses.slice(0, 60).every((status) => status === 202), statuses[60]], [true, 429]);
    const elsewhere = await app.inject({ method: 'POST', url: URL, remoteAddress: '192.0.2.78' });
    assert.equal(elsewhere.statusCode, 202);
  });
});

test('groups that do not exist are skipped with an order, and cannot be joined', async () => {
  const orderId = randomUUID();
  await patchOrder(app, orderId, { items: [ONE_APP] });
  const shop = shopClient(app);
  const order = await shop('POST', `/customer/orders/${orderId}/groups`, { json: { groupIds: ['beta'] } });
  assert.deepEqual([order.statusCode, order.json().id, order.json().items.length], [200, orderId, 1]);
  assert.equal((await shop('POST', `/customer/orders/${randomUUID()}/groups`, { json: {} })).statusCode, 404);
  const foreign = shopClient(app, app.other);
  assert.equal((await foreign('POST', `/customer/orders/${orderId}/groups`, { json: {} })).statusCode, 404);
  assert.equal((await shop('POST', '/customer/groups/beta/join')).statusCode, 401);
  const { auth } = await shopper(app);
  const token = auth.authorization.slice('Bearer '.length);
  assert.equal((await shop('POST', '/customer/groups/beta/join', { token })).statusCode, 404);
});

test('connected accounts are not offered', async () => {
  const shop = shopClient(app);
  const { auth } = await shopper(app);
  const token = auth.authorization.slice('Bearer '.length);
  for (const [method, path] of [
    ['GET', '/customer/connect/google/authorize'],
    ['DELETE', '/customer/connect/google'],
  ] as const) {
    assert.equal((await shop(method, path)).statusCode, 401);
    const refused = await shop(method, path, { token });
    assert.deepEqual([refused.statusCode, refused.json().errorType], [404, 'NotOffered']);
  }
});
