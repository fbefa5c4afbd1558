import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { inviteOperator, makeSetUpLink, resetOperator } from '../../modules/operators/index.ts';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import {
  OPERATOR_PASSWORD,
  type OperatorAtWork,
  operatorAtWork,
  sessionHeaders,
  tokenIn,
  tryToSignIn,
} from '../../../test/operators.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { signInPerMinute: 0 } });
});
after(() => app.close());

const LINKS = '/api/operator/links';

const post = (path: string, payload: object) =>
  app.inject({
    method: 'POST',
    url: `${LINKS}/${path}`,
    headers: { 'latchkey-dashboard': '1' },
    payload,
  });

const codeOf = ({ url }: { readonly url: string }) => url.slice(url.indexOf('#') + 1);

const errorTypeOf = (answer: { statusCode: number; json: () => { errorType?: string } }) => [
  answer.statusCode,
  answer.json().errorType,
];

test('the first operator sets the dashboard up with a passkey in place of a password', async () => {
  const code = codeOf(await makeSetUpLink(app.ctx));
  const who = { code, name: 'Olga', email: 'olga@vendor.example' };
  const nobody = await post('passkey', { code });
  assert.deepEqual(Object.keys(nobody.json().errors).toSorted(), ['email', 'name']);
  const key = createAuthenticator(app);
  const options = (await post('passkey', who)).json();
  assert.equal(options.user.name, who.email);
  const passkey = { name: 'Laptop', credential: key.create(options) };
  const both = await post('accept', { ...who, password: OPERATOR_PASSWORD, passkey });
  assert.deepEqual(Object.keys(both.json().errors), ['password']);
  const neither = await post('accept', who);
  assert.deepEqual(Object.keys(neither.json().errors), ['password']);
  const unverified = { ...passkey, credential: key.create(options, { isUnverified: true }) };
  assert.deepEqual(errorTypeOf(await post('accept', { ...who, passkey: unverified })), [
    400,
    'PasskeyRefused',
  ]);
  assert.deepEqual(
    errorTypeOf(await post('accept', { ...who, passkey })),
    [400, 'PasskeyRefused'],
    'a second try',
  );
  const again = (await post('passkey', who)).json();
  const accepted = await post('accept', { ...who, passkey: { ...passkey, credential: key.create(again) } });
  assert.equal(accepted.statusCode, 200, accepted.body);
  assert.deepEqual([accepted.json().operator.role, accepted.json().operator.status], ['Owner', 'Active']);
  assert.equal((await key.signIn({ userHandle: again.user.id })).statusCode, 200);
  const guess = await tryToSignIn(app, { email: who.email, password: '' });
  assert.equal(guess.statusCode, 400);
  assert.deepEqual(errorTypeOf(await post('passkey', who)), [400, 'LinkRefused']);
});

test('the only passkey of somebody without a password stays, until there is another one', async () => {
  const email = 'pia@vendor.example';
  const { link } = await inviteOperator(app.ctx, { email, name: 'Pia', role: 'Support' });
  const code = codeOf(link);
  const key = createAuthenticator(app);
  const passkey = { name: 'Phone', credential: key.create((await post('passkey', { code })).json()) };
  const accepted = await post('accept', { code, passkey });
  assert.equal(accepted.json().hasPassword, false, accepted.body);
  const headers = sessionHeaders(tokenIn(accepted));
  const send: OperatorAtWork['call'] = (method, url, payload) =>
    app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const call = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
    send(method, `/api/operator/passkeys${path}`, payload);
  assert.equal((await key.confirm({ call: send })).statusCode, 200);
  const [first] = (await call('GET')).json().items;
  assert.equal(first.domain, 'latchkey.test');
  assert.deepEqual(errorTypeOf(await call('DELETE', `/${first.id}`)), [409, 'LastPasskey']);
  assert.equal((await call('GET')).json().items.length, 1);
  const other = createAuthenticator(app);
  const options = (await call('POST', '/options')).json();
  const added = await call('POST', '', { name: 'Laptop', credential: other.create(options) });
  assert.equal(added.statusCode, 200, added.body);
  assert.equal((await call('DELETE', `/${first.id}`)).statusCode, 204);
});

test('whoever was invited joins with a passkey; a new password is none', async () => {
  const email = 'ivan@vendor.example';
  const { link, operator } = await inviteOperator(app.ctx, { email, name: 'Ivan', role: 'Support' });
  const code = codeOf(link);
  const key = createAuthenticator(app);
  const options = (await post('passkey', { code })).json();
  assert.deepEqual([options.user.name, options.user.displayName], [email, 'Ivan']);
  const owner = await operatorAtWork(app, 'Owner');
  await owner.confirm();
  const ofSession = (await owner.call('POST', '/api/operator/passkeys/options')).json();
  const stolen = { name: 'A key', credential: key.create(ofSession) };
  assert.deepEqual(errorTypeOf(await post('accept', { code, passkey: stolen })), [400, 'PasskeyRefused']);
  const passkey = { name: 'Phone', credential: key.create(options) };
  const accepted = await post('accept', { code, passkey });
  assert.equal(accepted.json().operator.status, 'Active', accepted.body);
  const audit = `/api/audit?subject=operator/${operator.id}&type=operator.passkey-added`;
  assert.equal((await owner.call('GET', audit)).json().items.length, 1);

  const reset = await resetOperator(app.ctx, operator.id);
  assert.deepEqual(errorTypeOf(await post('passkey', { code: codeOf(reset.link) })), [400, 'LinkRefused']);
  const credential = key.create(options);
  const attempt = await post('accept', { code: codeOf(reset.link), passkey: { name: 'A key', credential } });
  assert.deepEqual(Object.keys(attempt.json().errors), ['password']);
});
