import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InjectOptions, RouteOptions } from 'fastify';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import type { LimitName } from '../../src/api/guards/limits.ts';
import type { App } from '../../src/platform/http/route/app.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { OPERATOR_PASSWORD } from '../operators.ts';
import { shopper } from '../shop.ts';
import { requestsOf } from './account-requests.ts';
import { type AccountThings, fillAccount, SLUGS } from './account-things.ts';

let app: TestApp;
let things: AccountThings;
before(async () => {
  app = await startTestApp();
  const limits = { signUpPerMinute: 0, paymentsPerMinute: 0, vouchersPerMinute: 0 };
  await updateSettings(app.ctx, { limits, currencies: ['EUR'] });
  things = await fillAccount(app);
  const confirmed = await app.inject({
    method: 'POST',
    url: '/api/operator/session/confirm',
    headers: things.operator,
    payload: { password: OPERATOR_PASSWORD },
  });
  assert.equal(confirmed.statusCode, 200, 'what is sensitive has limits, too');
});
after(() => app.close());

const text = (payload: string) => ({ payload, headers: { 'content-type': 'text/plain' } });
const LINK_CODE = 'x'.repeat(43);
const NO_SIGNATURE = {
  id: 'AAAA',
  rawId: 'AAAA',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const CODE = '?email=nobody@example.com&code=000000';

/** Valid requests of the routes with a limit that have nothing of the account in their path. */
const REQUESTS: Readonly<
  Record<string, Pick<InjectOptions, 'payload' | 'headers'> & { readonly query?: string }>
> = {
  'POST /api/customer/identity/sign-in': { query: '?email=nobody@example.com', ...text('Wrong-1-word') },
  'POST /api/customer/identity/sign-up': {
    payload: { name: 'N', email: 'new@example.com', password: 'Str0ng!passw0rd' },
  },
  'PATCH /api/customer/identity': { payload: { email: 'moved@example.com' } },
  'DELETE /api/customer/identity': { payload: { password: 'Wrong-1-word' } },
  'GET /api/settings/payment-connection': { query: '?provider=stripe' },
  'GET /api/customer/identity/export': {},
  'POST /api/customer/identity/set-password': {
    payload: { currentPassword: 'Wrong-1-word', newPassword: 'Str0ng!passw0rd' },
  },
  'POST /api/customer/identity/forgot-password': { query: '?email=nobody@example.com' },
  'POST /api/customer/identity/reset-password': { query: CODE, ...text('Str0ng!passw0rd') },
  'POST /api/customer/identity/reset-password/check': { query: CODE },
  'POST /api/customer/identity/confirm-account': { query: CODE },
  'POST /api/customer/identity/confirm-email': { query: CODE },
  'POST /api/customer/identity/confirm-email-change': { query: CODE },
  'POST /api/customer/identity/send-confirmation': {},
  'POST /api/customer/identity/undo-email-change': { query: CODE },
  'POST /api/customer/identity/deny-account': { query: CODE },
  'POST /api/customer/identity/agree-to-merge': {
    query: CODE,
    payload: { otherEmail: 'nobody@example.com' },
  },
  'POST /api/customer/view/open': { payload: { code: 'none' } },
  'POST /api/customer/identity/decline-merge': { query: CODE },
  'POST /api/customer/communications/subscribe': { payload: { email: 'new@example.com' } },
  'POST /api/customer/communications/confirm': { query: '?email=nobody@example.com&token=none' },
  'POST /api/customer/communications/preferences': {
    query: '?email=nobody@example.com&token=none',
    payload: { newsletter: false },
  },
  'POST /api/customer/communications/unsubscribe': { query: '?email=nobody@example.com&token=none' },
  'POST /api/operator/session': { payload: { email: 'nobody@example.com', password: 'Wrong-1-word' } },
  'POST /api/operator/session/confirm': { payload: { password: OPERATOR_PASSWORD } },
  'POST /api/operator/session/passkey/options': {},
  'POST /api/operator/session/passkey': { payload: NO_SIGNATURE },
  'POST /api/operator/session/confirm/passkey/options': {},
  'POST /api/operator/session/confirm/passkey': { payload: NO_SIGNATURE },
  'POST /api/operator/session/provider/options': {},
  'POST /api/operator/session/provider': { payload: { attempt: 'none', query: '' } },
  'POST /api/operator/session/confirm/provider/options': {},
  'POST /api/operator/session/confirm/provider': { payload: { attempt: 'none', query: '' } },
  'POST /api/operator/passkeys/options': {},
  'POST /api/operator/passkeys': {
    payload: {
      name: 'A key',
      credential: {
        id: 'AAAA',
        rawId: 'AAAA',
        response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
      },
    },
  },
  'POST /api/operator/test-mail': {},
  'POST /api/operator/codes/confirm': { payload: { code: '000000' } },
  'POST /api/operator/password': { payload: { password: OPERATOR_PASSWORD, newPassword: OPERATOR_PASSWORD } },
  'POST /api/operator/forgotten-password': { payload: { email: 'nobody@example.com' } },
  'POST /api/operator/links/view': { payload: { code: LINK_CODE } },
  'POST /api/operator/links/passkey': { payload: { code: LINK_CODE } },
  'POST /api/operator/links/accept': { payload: { code: LINK_CODE, password: OPERATOR_PASSWORD } },
  'GET /api/customer/vouchers': { query: `?code=${SLUGS.code}` },
  'POST /api/customer/withdrawals/order': {
    payload: { orderNumber: 'AAAA-AAAA', email: 'nobody@example.com' },
  },
  'POST /api/customer/withdrawals': {
    payload: { orderNumber: 'AAAA-AAAA', email: 'nobody@example.com', lineIds: ['line'] },
  },
  'POST /api/customer/vouchers/redeem': { query: `?code=${SLUGS.code}` },
};

const METHODS = { GET: 'GET', POST: 'POST', PATCH: 'PATCH', DELETE: 'DELETE' } as const;

function requestOf(name: string): InjectOptions {
  const fromPath = requestsOf(routesWithLimits(app.app), things).find((request) => request.name === name);
  if (fromPath !== undefined) return fromPath.options;
  const { query = '', ...content } = REQUESTS[name] ?? assert.fail(`say in REQUESTS what ${name} needs`);
  const [verb = '', path = ''] = name.split(' ');
  const method = Object.values(METHODS).find((one) => one === verb) ?? assert.fail(verb);
  return { method, url: path + query, ...content };
}

function routesWithLimits({ routeTable }: App): RouteOptions[] {
  return routeTable.filter(({ config }) => config?.limit !== undefined);
}

let addresses = 0;

/** The statuses of a request that is sent `count` times from a new address. */
async function statusesOf(name: string, count: number): Promise<number[]> {
  addresses += 1;
  const remoteAddress = `192.0.2.${addresses}`;
  const request = requestOf(name);
  // Wrong passwords of one customer are counted, too.
  const customer = name in REQUESTS ? (await shopper(app)).auth : things.customer;
  const headers = { ...customer, ...things.operator, ...request.headers };
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const answer = await app.inject({ ...request, headers, remoteAddress });
    statuses.push(answer.statusCode);
    if (answer.statusCode === 429) assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/, name);
  }
  return statuses;
}

test('each route reaches each of its limits, and no earlier: the next request is 429', async () => {
  const routes = routesWithLimits(app.app);
  assert.ok(routes.length >= 30, 'hardly any route has a limit');
  const failures: string[] = [];
  for (const { method, url, config } of routes)
    for (const verb of [method].flat().filter((one) => one !== 'HEAD'))
      for (const limit of [config?.limit ?? []].flat()) {
        const name = `${verb} ${url}`;
        const others = [config?.limit ?? []].flat().filter((one) => one !== limit);
        const off: Partial<Record<LimitName, number>> = Object.fromEntries(others.map((one) => [one, 0]));
        const most = { ...off, signUpPerMinute: 0, [limit]: 2 };
        await updateSettings(app.ctx, { limits: most });
        const statuses = await statusesOf(name, 3);
        if (statuses.findIndex((status) => status === 429) !== 2)
          failures.push(`${name} ${limit}: ${statuses.join()}`);
        await updateSettings(app.ctx, { limits: { ...most, [limit]: 0 } });
        if ((await statusesOf(name, 3)).includes(429)) failures.push(`${name} ${limit}: 0 is no limit`);
      }
  assert.deepEqual(failures, []);
});
