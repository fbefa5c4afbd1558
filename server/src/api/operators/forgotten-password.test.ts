import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inviteOperator, resetOperator } from '../../modules/operators/index.ts';
import { testContext } from '../../../test/context.ts';
import { type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import { operatorAtWork, signIn, tryToSignIn } from '../../../test/operators.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const NEW_PASSWORD = 'Copper-31-kite';

const request = (email: string, account = app.demo, headers: object = { 'latchkey-dashboard': '1' }) =>
  app.injectAs(account, {
    method: 'POST',
    url: '/api/operator/forgotten-password',
    headers: { ...headers },
    payload: { email },
  });

const mailsTo = async (email: string) =>
  (await app.mails()).filter(({ kind, recipient }) => kind === 'operator-link' && recipient === email);

test('a link comes by mail, and until it is used the password works on', async () => {
  const { operator, call } = await operatorAtWork(app, 'Support');
  const answer = await request(operator.email.toUpperCase());
  assert.deepEqual([answer.statusCode, answer.body], [204, '']);
  const [mail = assert.fail()] = await mailsTo(operator.email);
  const [, code = assert.fail()] = /\/dashboard\/welcome#([\w-]{43})/.exec(mail.textBody) ?? [];
  assert.match(mail.textBody, /Until you use it, your password\sstays as it is/);
  assert.equal((await call('GET', '/api/operator/session')).statusCode, 200, 'nobody is signed out');
  await signIn(app, app.demo, operator);
  const accepted = await app.inject({
    method: 'POST',
    url: '/api/operator/links/accept',
    headers: { 'latchkey-dashboard': '1' },
    payload: { code, password: NEW_PASSWORD },
  });
  assert.equal(accepted.statusCode, 200, accepted.body);
  assert.equal((await call('GET', '/api/operator/session')).statusCode, 401);
  assert.equal((await tryToSignIn(app, { email: operator.email, password: NEW_PASSWORD })).statusCode, 200);
});

test('an email that nobody has, of another account, or of somebody without a password gets the same answer and no mail', async () => {
  const other = await operatorAtWork(app, 'Owner', app.other);
  await inviteOperator(testContext(app.system, app.demo), {
    email: 'invited@vendor.example',
    name: 'Ivy',
    role: 'Support',
  });
  const locked = (await operatorAtWork(app, 'Support')).operator;
  await resetOperator(testContext(app.system, app.demo), locked.id);
  const emails = ['nobody@vendor.example', other.operator.email, 'invited@vendor.example', locked.email];
  for (const email of emails) {
    const answer = await request(email);
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
    assert.deepEqual(await mailsTo(email), [], email);
  }
});

test('other pages cannot ask for it, and an address gets few of these mails', async () => {
  const { operator } = await operatorAtWork(app, 'Finance');
  assert.equal((await request(operator.email, app.demo, {})).statusCode, 403);
  const most = 3;
  await app.settings({ limits: { mailsPerAddressAndHour: most } });
  for (let count = 0; count < most + 2; count += 1)
    assert.equal((await request(operator.email)).statusCode, 204);
  assert.equal((await mailsTo(operator.email)).length, most);
  await app.settings({ limits: { mailsPerAddressAndHour: 0 } });
});
