import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

async function preview(payload: object, scope = 'products:read') {
  const headers = await app.apiKey(app.demo, scope);
  return app.inject({ method: 'POST', url: '/api/texts/preview', headers, payload });
}

test('a text is shown as the shop would show it: formatted, and without anything that runs', async () => {
  const answer = await preview({ markdown: '## New\n\nIt is **fast**. <script>alert(1)</script>' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { html } = answer.json();
  assert.match(html, /<strong>fast<\/strong>/);
  assert.doesNotMatch(html, /<script/);
});

test('a text that says nothing is shown as nothing', async () => {
  for (const markdown of ['', '\n']) {
    const answer = await preview({ markdown });
    assert.deepEqual([answer.statusCode, answer.json().html.trim()], [200, ''], answer.body);
  }
});

test('a longer text than any page has is refused, and so is a key that may not read products', async () => {
  const long = await preview({ markdown: 'a'.repeat(100_001) });
  assert.equal(long.statusCode, 400, long.body);
  assert.deepEqual(Object.keys(long.json().errors), ['markdown']);
  const other = await preview({ markdown: 'a' }, 'orders:read');
  assert.deepEqual([other.statusCode, other.json().errorType], [403, 'Forbidden']);
});
