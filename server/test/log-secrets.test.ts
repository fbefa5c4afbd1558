import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createLog } from '../src/platform/log.ts';
import { createProduct } from '../src/modules/catalog/index.ts';
import { type IdentityApp, OTHER_PASSWORD, PASSWORD, startIdentityApp } from './identity.ts';
import { provisionLicenses } from './licensing.ts';

const VOUCHER_CODE = '4RHAX-FSFNZ-JWCTJ-3AAPH';
const QUERY_SECRET = 'a-secret-in-a-query';

let app: IdentityApp;
const lines: string[] = [];
/** Everything that a log must not contain, by kind. */
const secrets = new Map<string, string>([
  ['password', PASSWORD],
  ['new password', OTHER_PASSWORD],
  ['voucher code', VOUCHER_CODE],
  ['query', QUERY_SECRET],
]);

before(async () => {
  app = await startIdentityApp(createLog('trace', { write: (line) => void lines.push(line) }));
  await createProduct(app.ctx, { id: 'app', name: 'App' });
});
after(() => app.close());

test('for any request, even at the finest level, no password, token, code, key or query reaches the log', async () => {
  await useIdentity();
  await useLicenses();
  await useBrowserActivation();
  await sendNonsense();
  assertLogged(['/api/customer/identity/refresh', '/api/client/activations/:requestId']);
  assertNoSecret();
});

test('nor does one when the database is unavailable, and the cause of each failure is logged', async () => {
  const start = lines.length;
  await app.system.database.close();
  for (const request of [
    {
      method: 'POST',
      url: `/api/customer/identity/sign-in?email=a%40example.com&x=${QUERY_SECRET}`,
      payload: PASSWORD,
    },
    { method: 'GET', url: `/api/client/activations/${secretOf('poll id')}?x=${QUERY_SECRET}` },
    { method: 'GET', url: `/api/customer/vouchers?code=${VOUCHER_CODE}` },
  ] as const) {
    const headers = { 'content-type': 'text/plain', host: 'demo.latchkey.test' };
    const { statusCode, body } = await app.app.inject({ ...request, headers });
    assert.ok(statusCode >= 500, `${request.url} answered ${statusCode}`);
    const { traceId } = JSON.parse(body);
    const about = lines.slice(start).filter((line) => line.includes(traceId));
    assert.ok(
      about.some((line) => 'err' in JSON.parse(line)),
      'the cause is logged under the same id',
    );
  }
  assertNoSecret();
});

async function useIdentity(): Promise<void> {
  const member = await app.signUp();
  remember('access token', member.accessToken);
  remember('refresh token', member.refreshToken);
  await app.signIn(member.email, `${PASSWORD} with a mistake`);
  const renewed = await app.refresh(member);
  remember('second refresh token', renewed.json<{ refreshToken: string }>().refreshToken);
  await app.call('POST', 'identity/forgot-password', { query: { email: member.email } });
  const code = remember('reset code', await app.mailedCode('reset-password', member.email));
  remember('confirmation code', await app.mailedCode('confirm-account', member.email));
  const query = { email: member.email, code };
  for (const text of ['weak', OTHER_PASSWORD, OTHER_PASSWORD]) {
    await app.call('POST', 'identity/reset-password', { query, text });
  }
}

async function useLicenses(): Promise<void> {
  const { email, accessToken } = await app.signUp();
  const key = await app.apiKey(app.demo);
  remember('API key', key['api-key']);
  await provisionLicenses(app.ctx, {
    customer: { email },
    requests: [{ productId: 'app' }],
  });
  const device = { deviceName: 'Laptop', deviceSignature: randomUUID() };
  const issued = await app.inject({
    method: 'POST',
    url: '/api/client/licenses/app/request',
    headers: { authorization: `Bearer ${accessToken}` },
    payload: device,
  });
  assert.equal(issued.statusCode, 200, issued.body);
  const token = remember('license token', issued.body);
  for (const action of ['validate', 'revoke', 'validate']) {
    const headers = { 'content-type': 'text/plain' };
    const url = `/api/client/licenses/app/${action}`;
    await app.inject({ method: 'POST', url, headers, payload: token });
  }
  await app.inject({ url: '/api/licenses', headers: key });
  await app.inject({ url: `/api/customer/vouchers?code=${VOUCHER_CODE}` });
}

async function useBrowserActivation(): Promise<void> {
  const payload = { deviceName: 'Laptop', deviceSignature: randomUUID() };
  const answer = await app.inject({ method: 'POST', url: '/api/client/activations/app/request', payload });
  const { id, browser } = answer.json<{ id: string; browser: string }>();
  remember('poll id', id);
  const browserId = remember('browser id', new URL(browser).pathname.split('/').at(-1) ?? '');
  await app.inject({ url: `/api/client/activations/${id}` });
  await app.inject({ url: `/api/customer/activations/${browserId}` });
}

async function sendNonsense(): Promise<void> {
  await app.app.inject({ url: `/nowhere/${QUERY_SECRET}?code=${VOUCHER_CODE}` });
  await app.app.inject({ url: `/api/customer/%zz?token=${QUERY_SECRET}` });
  const headers = { 'content-type': 'application/json', host: 'demo.latchkey.test' };
  const broken = { method: 'POST', url: '/api/customer/identity/sign-up', headers } as const;
  await app.app.inject({ ...broken, payload: `{"password": "${PASSWORD}"` });
}

function remember(what: string, secret: string): string {
  assert.ok(secret.length > 10, `there is no ${what}`);
  secrets.set(what, secret);
  return secret;
}

function secretOf(what: string): string {
  return secrets.get(what) ?? assert.fail(`there is no ${what}`);
}

function assertLogged(routes: readonly string[]): void {
  for (const route of routes) {
    assert.ok(
      lines.some((line) => JSON.parse(line).route === route),
      `${route} is logged`,
    );
  }
}

function assertNoSecret(): void {
  for (const [what, secret] of secrets) {
    const leaks = lines.filter((line) => line.includes(secret));
    assert.deepEqual(leaks, [], `the log holds a ${what}`);
  }
}
