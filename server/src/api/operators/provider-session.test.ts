import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beginProviderSignIn, inviteOperator, removeOperator } from '../../modules/operators/index.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type OperatorAtWork, operatorAtWork, sessionHeaders, tokenIn } from '../../../test/operators.ts';
import { type ProviderPerson, startProvider, type TestProvider } from '../../../test/sign-in-provider.ts';

let provider: TestProvider;
let app: TestApp;
before(async () => {
  provider = await startProvider('http://latchkey.test');
  app = await startTestApp(provider.environment);
  await updateSettings(app.ctx, { limits: { signInPerMinute: 0 } });
});
after(async () => {
  await app.close();
  await provider.close();
});

const SIGN_IN = '/api/operator/session/provider';
const CONFIRM = '/api/operator/session/confirm/provider';
const REFUSED = [400, 'ProviderSignInRefused'];
const headers = { 'latchkey-dashboard': '1' };

const errorTypeOf = (answer: { statusCode: number; json: () => { errorType?: string } }) => [
  answer.statusCode,
  answer.json().errorType,
];

interface Departure {
  readonly url: string;
  readonly attempt: string;
}

async function depart(): Promise<Departure> {
  const answer = await app.inject({ method: 'POST', url: `${SIGN_IN}/options`, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const arrive = (attempt: string, query: string) =>
  app.inject({ method: 'POST', url: SIGN_IN, headers, payload: { attempt, query } });

/** The whole way of a person. */
async function enter(person: ProviderPerson | 'Nobody') {
  const { url, attempt } = await depart();
  return arrive(attempt, await provider.visit(url, person));
}

/** The same for a second look; `change` is what a thief does to the address on the way. */
async function confirm(at: OperatorAtWork, person: ProviderPerson, change = (url: URL) => url) {
  const { url, attempt } = (await at.call('POST', `${CONFIRM}/options`)).json();
  const query = await provider.visit(change(new URL(url)).href, person);
  return at.call('POST', CONFIRM, { attempt, query });
}

test('an operator signs in with the email that the provider has checked, and the journal says how', async () => {
  assert.deepEqual((await app.inject({ url: SIGN_IN })).json(), { name: 'Vendor ID' });
  const at = await operatorAtWork(app, 'Support');
  const { url } = await depart();
  const { searchParams } = new URL(url);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  for (const name of ['code_challenge', 'state', 'nonce']) assert.ok(searchParams.get(name), name);
  const signedIn = await enter({ email: at.operator.email.toUpperCase() });
  assert.equal(signedIn.statusCode, 200, signedIn.body);
  const { operator, confirmedUntil } = signedIn.json();
  assert.deepEqual([operator.id, operator.role, confirmedUntil], [at.operator.id, 'Support', undefined]);
  const session = sessionHeaders(tokenIn(signedIn));
  assert.equal((await app.inject({ url: '/api/operator/session', headers: session })).statusCode, 200);
  const owner = await operatorAtWork(app, 'Owner');
  const audit = `/api/audit?type=operator.signed-in&subject=operator/${at.operator.id}`;
  const [last] = (await owner.call('GET', audit)).json().items;
  assert.equal(last.data.with, 'Provider');
});

test('whoever was invited joins with it, in the role of the invitation, and the link ends', async () => {
  const email = 'invited@vendor.example';
  const { link } = await inviteOperator(app.ctx, { email, name: 'Ivy', role: 'ReadOnly' });
  const signedIn = await enter({ email });
  assert.deepEqual(
    [signedIn.json().operator.status, signedIn.json().operator.role],
    ['Active', 'ReadOnly'],
    signedIn.body,
  );
  const payload = { code: link.url.slice(link.url.indexOf('#') + 1) };
  const view = await app.inject({ method: 'POST', url: '/api/operator/links/view', payload });
  assert.deepEqual(errorTypeOf(view), [400, 'LinkRefused']);
});

test('nobody gets in without an email that is checked, and of an operator of this account', async () => {
  const at = await operatorAtWork(app, 'Support');
  const answer = await enter({ email: at.operator.email, isUnproven: true });
  assert.deepEqual(errorTypeOf(answer), [403, 'EmailUnproven']);
  const stranger = await operatorAtWork(app, 'Owner', app.other);
  const leaver = await operatorAtWork(app, 'Support');
  await removeOperator(app.ctx, leaver.operator.id);
  for (const email of ['nobody@vendor.example', stranger.operator.email, leaver.operator.email]) {
    const refusal = await enter({ email });
    assert.deepEqual(errorTypeOf(refusal), [403, 'StrangeEmail'], email);
    assert.equal(refusal.headers['set-cookie'], undefined);
  }
});

test('a way back serves once, in the browser that began, within five minutes', async () => {
  const { email } = (await operatorAtWork(app, 'Support')).operator;
  const { url, attempt } = await depart();
  const query = await provider.visit(url, { email });
  const other = await depart();
  assert.deepEqual(errorTypeOf(await arrive(other.attempt, query)), REFUSED, 'another browser');
  assert.equal((await arrive(attempt, query)).statusCode, 200);
  assert.deepEqual(errorTypeOf(await arrive(attempt, query)), REFUSED, 'a replay');
  const fresh = await depart();
  await provider.visit(fresh.url, { email });
  assert.deepEqual(errorTypeOf(await arrive(fresh.attempt, query)), REFUSED, 'a code of another attempt');
  const late = await depart();
  const lateQuery = await provider.visit(late.url, { email });
  app.system.clock.advance(5 * 60_000);
  assert.deepEqual(errorTypeOf(await arrive(late.attempt, lateQuery)), REFUSED, 'too late');
});

test('a way back that another provider, or nobody, has made is refused', async () => {
  const { email } = (await operatorAtWork(app, 'Support')).operator;
  const changes: Readonly<Record<string, (query: URLSearchParams) => void>> = {
    'a mix-up': (query) => query.set('iss', 'https://id.evil.example'),
    'no issuer': (query) => query.delete('iss'),
    'another state': (query) => query.set('state', 'x'.repeat(43)),
    'no code': (query) => query.delete('code'),
    'a wrong code': (query) => query.set('code', 'x'.repeat(43)),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { url, attempt } = await depart();
    const query = new URLSearchParams(await provider.visit(url, { email }));
    change(query);
    assert.deepEqual(errorTypeOf(await arrive(attempt, `?${query.toString()}`)), REFUSED, what);
  }
  assert.deepEqual(errorTypeOf(await enter('Nobody')), REFUSED, 'somebody went away');
  const foreign = await app.inject({
    method: 'POST',
    url: SIGN_IN,
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: { attempt: 'x', query: '' },
  });
  assert.equal(foreign.statusCode, 403);
});

test('is a second look after a new sign-in there alone, by the same person', async () => {
  const at = await operatorAtWork(app, 'Owner');
  const colleague = await operatorAtWork(app, 'Owner');
  const sensitive = () => at.call('POST', '/api/operator/codes');
  const { email } = at.operator;
  assert.deepEqual(errorTypeOf(await confirm(at, { email: colleague.operator.email })), [
    403,
    'StrangeEmail',
  ]);
  const stale = await confirm(at, { email }, (url) => {
    url.searchParams.delete('max_age');
    url.searchParams.delete('prompt');
    return url;
  });
  assert.deepEqual(errorTypeOf(stale), REFUSED, 'a sign-in of any age');
  const { url, attempt } = await depart();
  const query = await provider.visit(url, { email });
  assert.deepEqual(errorTypeOf(await at.call('POST', CONFIRM, { attempt, query })), REFUSED);
  assert.deepEqual(errorTypeOf(await sensitive()), [403, 'ConfirmationRequired']);
  const confirmed = await confirm(at, { email });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  assert.equal((await sensitive()).statusCode, 200);
  assert.deepEqual(errorTypeOf(await colleague.call('POST', '/api/operator/codes')), [
    403,
    'ConfirmationRequired',
  ]);
});

test('a provider that says that it is another one is not believed', async () => {
  const { signInProvider } = app.system.config;
  assert.ok(signInProvider !== undefined);
  // The library would not compare the two.
  const issuer = `${signInProvider.issuer}/.well-known/openid-configuration`;
  const config = { ...app.system.config, signInProvider: { ...signInProvider, issuer } };
  await assert.rejects(beginProviderSignIn({ ...app.ctx, config }), {
    errorType: 'SignInProviderUnavailable',
  });
});

test('a provider that is away is no reason to stay outside', async () => {
  const away = await startTestApp({ ...provider.environment, LATCHKEY_OIDC_ISSUER: 'http://127.0.0.1:9' });
  try {
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await away.inject({ method: 'POST', url: `${SIGN_IN}/options`, headers });
      assert.deepEqual(errorTypeOf(answer), [503, 'SignInProviderUnavailable']);
    }
    await operatorAtWork(away, 'Support');
  } finally {
    await away.close();
  }
  const none = await startTestApp();
  try {
    assert.deepEqual((await none.inject({ url: SIGN_IN })).json(), {});
    const answer = await none.inject({ method: 'POST', url: `${SIGN_IN}/options`, headers });
    assert.deepEqual(errorTypeOf(answer), [404, 'NoSignInProvider']);
  } finally {
    await none.close();
  }
  const { email } = (await operatorAtWork(app, 'Support')).operator;
  const { url, attempt } = await depart();
  const query = await provider.visit(url, { email });
  await provider.close();
  assert.deepEqual(errorTypeOf(await arrive(attempt, query)), [503, 'SignInProviderUnavailable']);
  provider = await startProvider('http://latchkey.test');
});
