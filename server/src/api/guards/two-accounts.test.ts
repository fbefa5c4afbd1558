import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { type Account, createApiKey, revokeApiKey, updateSettings } from '../../modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

// The guarantees of the guards for one account also hold with another account beside it.

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const list = (account: Account, headers: Record<string, string>) =>
  app.injectAs(account, { url: '/api/licenses', headers });

test('a key with the scope of a route, or with all, is none in the other account', async () => {
  for (const [account, elsewhere] of [
    [app.demo, app.other],
    [app.other, app.demo],
  ] as const) {
    for (const scopes of [['licenses:read'], ['*']]) {
      const key = await app.apiKey(account, ...scopes);
      assert.equal((await list(account, key)).statusCode, 200, 'the key is good');
      const refused = await list(elsewhere, key);
      assert.deepEqual([refused.statusCode, refused.json().errorType], [401, 'Unauthorized']);
    }
    // The missing scope is not named either: that would reveal that the key exists.
    const narrow = await app.apiKey(account, 'settings:read');
    assert.equal((await list(account, narrow)).statusCode, 403);
    assert.equal((await list(elsewhere, narrow)).statusCode, 401);
  }
});

test('a key is not revoked by the other account, and its own end says nothing about theirs', async () => {
  const mine = await createApiKey(app.ctx, { name: 'mine', scopes: ['*'] });
  const theirs = await createApiKey(testContext(app.system, app.other), { name: 'theirs', scopes: ['*'] });
  await assert.rejects(revokeApiKey(testContext(app.system, app.other), mine.apiKey.id), { status: 404 });
  assert.equal((await list(app.demo, { 'api-key': mine.key })).statusCode, 200);
  await revokeApiKey(app.ctx, mine.apiKey.id);
  assert.equal((await list(app.demo, { 'api-key': mine.key })).statusCode, 401);
  assert.equal((await list(app.other, { 'api-key': theirs.key })).statusCode, 200);
});

test('the limit of a guarded action counts an address in each account for itself', async () => {
  for (const account of [app.demo, app.other]) {
    await updateSettings(testContext(app.system, account), { limits: { signInPerMinute: 2 } });
  }
  const remoteAddress = '192.0.2.77';
  const signIn = (account: Account) => {
    const url = '/api/customer/identity/sign-in?email=nobody@example.com';
    const headers = { 'content-type': 'text/plain' };
    return app.injectAs(account, { method: 'POST', url, headers, payload: 'Wrong-1-word', remoteAddress });
  };
  const statuses = async (account: Account) => {
    const answers = [await signIn(account), await signIn(account), await signIn(account)];
    return answers.map(({ statusCode }) => statusCode);
  };
  assert.deepEqual(await statuses(app.demo), [400, 400, 429]);
  assert.deepEqual(await statuses(app.other), [400, 400, 429]);
});

test('the limit that an account sets for its API keys holds for no key of the other', async () => {
  await updateSettings(app.ctx, { limits: { apiKeyRequestsPerMinute: 1 } });
  const [mine, theirs] = [await app.apiKey(app.demo), await app.apiKey(app.other)];
  assert.equal((await list(app.demo, mine)).statusCode, 200);
  assert.equal((await list(app.demo, mine)).statusCode, 429);
  for (let count = 0; count < 3; count += 1) assert.equal((await list(app.other, theirs)).statusCode, 200);
  await updateSettings(app.ctx, { limits: { apiKeyRequestsPerMinute: 0 } });
});
