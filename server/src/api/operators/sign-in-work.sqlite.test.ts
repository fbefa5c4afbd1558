import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import { operatorAtWork, tryToSignIn } from '../../../test/operators.ts';
import { statementsOf } from '../../../test/query-plans.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

test('a wrong sign-in reads the same, whether the email is of nobody, or of an operator with or without codes', async () => {
  const [plain, guarded] = [await operatorAtWork(app, 'Support'), await operatorAtWork(app, 'Support')];
  await guarded.confirm();
  const { secret } = (await guarded.call('POST', '/api/operator/codes')).json();
  const timestamp = app.system.clock.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const done = await guarded.call('POST', '/api/operator/codes/confirm', { code });
  assert.equal(done.statusCode, 200, done.body);
  const works: string[][] = [];
  for (const email of ['nobody@vendor.example', plain.operator.email, guarded.operator.email]) {
    const wrong = { email, password: 'not the password', oneTimeCode: '000000' };
    works.push(await statementsOf(async () => assert.equal((await tryToSignIn(app, wrong)).statusCode, 400)));
  }
  const [ofNobody = [], ...others] = works;
  assert.ok(ofNobody.some((statement) => statement.includes('operator_recovery_codes')));
  for (const work of others) assert.deepEqual(work, ofNobody);
});
