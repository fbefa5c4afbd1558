import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import {
  type OperatorAtWork,
  OPERATOR_PASSWORD,
  operatorAtWork,
  signIn,
  tryToSignIn,
} from '../../../test/operators.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const URL = '/api/operator/password';
const NEXT = 'Cobalt-99-kayak';

const change = (at: OperatorAtWork, password: string, newPassword = NEXT) =>
  at.call('POST', URL, { password, newPassword });

test('another password works at once, the old one no more, and all other sessions end', async () => {
  const at = await operatorAtWork(app, 'Support');
  const elsewhere = await signIn(app, app.demo, at.operator);
  const answer = await change(at, OPERATOR_PASSWORD);
  assert.equal(answer.statusCode, 204, answer.body);
  assert.equal((await elsewhere.call('GET', '/api/operator/session')).statusCode, 401);
  assert.equal((await at.call('GET', '/api/operator/session')).statusCode, 200);
  const { email } = at.operator;
  assert.equal((await tryToSignIn(app, { email, password: OPERATOR_PASSWORD })).statusCode, 400);
  assert.equal((await tryToSignIn(app, { email, password: NEXT })).statusCode, 200);
  const headers = await app.apiKey(app.demo, 'audit:read');
  const url = `/api/audit?type=operator.password-changed&subject=operator/${at.operator.id}`;
  assert.equal((await app.inject({ url, headers })).json().items.length, 1);
});

test('whoever took a session over cannot keep it: the old password is needed, and is guessed slowly', async () => {
  const at = await operatorAtWork(app, 'Support');
  for (let guesses = 0; guesses < 5; guesses += 1) {
    const answer = await change(at, 'Wrong-11-word');
    assert.deepEqual([answer.statusCode, answer.json().errorType], [400, 'SignInRefused']);
  }
  assert.equal((await change(at, OPERATOR_PASSWORD)).statusCode, 429);
});

test('every issue of the new password is said', async () => {
  const at = await operatorAtWork(app, 'Support');
  const { errors } = (await change(at, OPERATOR_PASSWORD, 'short')).json();
  assert.ok(errors.newPassword.length > 1, JSON.stringify(errors));
});
