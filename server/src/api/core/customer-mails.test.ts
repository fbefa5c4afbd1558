import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopper } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let key: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { passwordResetPerMinute: 0, signUpPerMinute: 0 } });
  key = await app.apiKey(app.demo);
});
after(() => app.close());

const mailsOf = (customer: string, query = '') =>
  app.inject({ url: `/api/customers/${customer}/mails${query}`, headers: key });

test('the mails to a customer are listed newest first, without the codes that they contain', async () => {
  const [ann, bob] = [await shopper(app), await shopper(app)];
  const again = await app.inject({
    method: 'POST',
    url: '/api/customer/identity/send-confirmation',
    headers: ann.auth,
  });
  assert.ok(again.statusCode < 300, again.body);
  const answer = await mailsOf(ann.id);
  const kinds = answer.json().items.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['confirm-email', 'confirm-account'], answer.body);
  assert.doesNotMatch(answer.body, /code|#email/);
  assert.deepEqual((await mailsOf(ann.email.toUpperCase())).json().items, answer.json().items);
  const first = (await mailsOf(ann.id, '?pageSize=1')).json();
  assert.deepEqual([first.items.length, first.hasMore], [1, true]);
  const second = (await app.inject({ url: first.next, headers: key })).json();
  assert.deepEqual([...first.items, ...second.items], answer.json().items);
  assert.equal((await mailsOf(bob.id)).json().items.length, 1);
});

test('a deleted customer has no mails, and it needs customers:read of the same account', async () => {
  const ann = await shopper(app);
  const reader = await app.apiKey(app.demo, 'orders:read');
  const url = `/api/customers/${ann.id}/mails`;
  assert.equal((await app.inject({ url, headers: reader })).statusCode, 403);
  const headers = await app.apiKey(app.other);
  assert.equal((await app.injectAs(app.other, { url, headers })).statusCode, 404);
  await app.inject({ method: 'DELETE', url: `/api/customers/${ann.id}`, headers: key });
  assert.deepEqual((await mailsOf(ann.id)).json().items, []);
});
