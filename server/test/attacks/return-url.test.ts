import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { origins: [TEST_ORIGIN, 'http://localhost:3000'] });
  await stockShop(app, app.demo);
});
after(() => app.close());

const { host } = new URL(TEST_ORIGIN);

/** URLs to which an attacker might send the buyer after the payment. */
const TRICKS = [
  'https://evil.example/',
  '//evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  `https://${host}@evil.example/`,
  `https://${host}:secret@evil.example/`,
  `https://someone@${host}/`,
  `https://evil.example#${TEST_ORIGIN}/`,
  `https://evil.example?${TEST_ORIGIN}/`,
  `https://evil.example\\@${host}/`,
  `https://${host}.evil.example/`,
  `https://evil${host}/`,
  `https://${host}:8443/`,
  `http://${host}/`,
  'http://localhost:3001/',
  'http://127.0.0.1:3000/',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  `javascript://${host}/%0aalert(1)`,
  'data:text/html,<script>alert(1)</script>',
  `blob:${TEST_ORIGIN}/1`,
  `view-source:${TEST_ORIGIN}/`,
  '/thanks',
  'thanks',
  '',
  'x'.repeat(3_000),
];

test('no trick in `return` leads a buyer away: the order keeps its own way back', async () => {
  const own = `${TEST_ORIGIN}/own`;
  const { orderId, show, pay } = await checkOut(app);
  await patchOrder(app, orderId, {}, { query: `?returnUrl=${encodeURIComponent(own)}` });
  const backOf = async (path: string, returnTo: string) => {
    const separator = path.includes('?') ? '&' : '?';
    const answer = await app.inject({ url: `${path}${separator}return=${encodeURIComponent(returnTo)}` });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().returnUrl;
  };
  for (const trick of TRICKS) assert.equal(await backOf(show, trick), own, trick);
  assert.equal(await backOf(show, `${TEST_ORIGIN}/thanks?a=1`), `${TEST_ORIGIN}/thanks?a=1`);
  assert.equal(await backOf(show, 'http://localhost:3000/dev'), 'http://localhost:3000/dev');
  const repeated = `${encodeURIComponent(`${TEST_ORIGIN}/first`)}&return=https://evil.example/`;
  const first = await app.inject({ url: `${show}?return=${repeated}` });
  assert.deepEqual([first.statusCode, first.json().returnUrl], [200, `${TEST_ORIGIN}/first`]);
  const separator = pay.includes('?') ? '&' : '?';
  const paid = await app.inject({
    method: 'POST',
    url: `${pay}${separator}anonymous=1&return=${encodeURIComponent('https://evil.example/')}`,
    payload: { name: 'Ann', email: 'ann@example.com' },
  });
  assert.deepEqual([paid.statusCode, paid.json().status, paid.json().returnUrl], [200, 'Completed', own]);
});

test('no trick in `returnUrl` is taken into an order', async () => {
  for (const trick of TRICKS.filter((text) => text !== '')) {
    const id = randomUUID();
    const query = `?checkout=true&returnUrl=${encodeURIComponent(trick)}`;
    const refused = await patchOrder(app, id, { items: [ONE_APP] }, { query });
    assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [400, ['returnUrl']], trick);
  }
});
