import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { removeOperator, resetOperator } from '../../modules/operators/index.ts';
import { type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import {
  OPERATOR_PASSWORD,
  type OperatorAtWork,
  operatorAtWork,
  signIn,
  tryToSignIn,
} from '../../../test/operators.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const CODES = '/api/operator/codes';
const SESSION = '/api/operator/session';
const STEP_MS = 30_000;

/** What an authenticator app shows now, or some steps later. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = app.system.clock.now().getTime() + steps * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const errorTypeOf = (answer: { statusCode: number; json: () => { errorType?: string } }) =>
  answer.statusCode === 204 ? [204] : [answer.statusCode, answer.json().errorType];

/** Somebody whose app shows codes, with the secret and the recovery codes. */
async function withCodes(at: OperatorAtWork) {
  await at.confirm();
  const { secret, uri } = (await at.call('POST', CODES)).json();
  const done = await at.call('POST', `${CODES}/confirm`, { code: codeOf(secret) });
  assert.equal(done.statusCode, 200, done.body);
  app.system.clock.advance(STEP_MS);
  const recoveryCodes: string[] = done.json().recoveryCodes;
  return { at, secret: String(secret), uri: String(uri), recoveryCodes };
}

/** The same, of whoever has codes and a confirmed session. */
async function withCodesAgain({ at }: { readonly at: OperatorAtWork }) {
  const { secret } = (await at.call('POST', CODES)).json();
  const done = await at.call('POST', `${CODES}/confirm`, { code: codeOf(secret) });
  const recoveryCodes: string[] = done.json().recoveryCodes;
  return { secret: String(secret), recoveryCodes };
}

const enter = (at: OperatorAtWork, oneTimeCode?: string, password = OPERATOR_PASSWORD) =>
  tryToSignIn(app, {
    email: at.operator.email,
    password,
    ...(oneTimeCode !== undefined && { oneTimeCode }),
  });

describe('one-time codes', () => {
  test('are set up with a secret after a second look, and one code; other sessions end', async () => {
    const at = await operatorAtWork(app, 'Support');
    const other = await signIn(app, app.demo, at.operator);
    assert.deepEqual(errorTypeOf(await at.call('POST', CODES)), [403, 'ConfirmationRequired']);
    await at.confirm();
    assert.deepEqual(errorTypeOf(await at.call('POST', `${CODES}/confirm`, { code: '123456' })), [
      409,
      'CodesNotSetUp',
    ]);
    const { secret, uri } = (await at.call('POST', CODES)).json();
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(new URL(uri).searchParams.get('secret'), secret);
    assert.match(decodeURIComponent(uri), new RegExp(`^otpauth://totp/Demo Audio:${at.operator.email}\\?`));
    const wrong = await at.call('POST', `${CODES}/confirm`, { code: codeOf(secret, 9) });
    assert.deepEqual(Object.keys(wrong.json().errors), ['code']);
    assert.equal((await enter(at)).statusCode, 200, 'they are not on yet');
    const code = codeOf(secret);
    const done = await at.call('POST', `${CODES}/confirm`, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    assert.equal(new Set(done.json().recoveryCodes).size, 10);
    assert.deepEqual((await at.call('GET', CODES)).json(), { isOn: true, recoveryCodesLeft: 10 });
    assert.equal((await other.call('GET', SESSION)).statusCode, 401);
    assert.equal((await at.call('GET', SESSION)).json().operator.hasCodes, true);
  });

  test('sign in with the password only: neither alone does, and each works once', async () => {
    const { at, secret } = await withCodes(await operatorAtWork(app, 'Support'));
    const code = codeOf(secret);
    const refusals = [
      await enter(at),
      await enter(at, '000000'),
      await enter(at, code, 'Wrong-11-word'),
      await tryToSignIn(app, { email: 'nobody@vendor.example', password: 'Wrong-11-word' }),
    ].map((answer) => {
      const { traceId: _, ...body } = answer.json();
      assert.equal(answer.headers['set-cookie'], undefined);
      return JSON.stringify([answer.statusCode, body]);
    });
    assert.equal(new Set(refusals).size, 1, 'a guesser learns something');
    const signedIn = await enter(at, code);
    assert.equal(signedIn.statusCode, 200, signedIn.body);
    assert.deepEqual(errorTypeOf(await enter(at, code)), [400, 'SignInRefused']);
    assert.deepEqual(
      errorTypeOf(await enter(at, codeOf(secret, -1))),
      [400, 'SignInRefused'],
      'an earlier one',
    );
    app.system.clock.advance(STEP_MS);
    assert.equal((await enter(at, codeOf(secret))).statusCode, 200);
  });

  test('are guessed as slowly as passwords', async () => {
    const { at, secret } = await withCodes(await operatorAtWork(app, 'Support'));
    await app.settings({ limits: { signInFailuresBeforeDelay: 5 } });
    for (let guesses = 0; guesses < 5; guesses += 1)
      assert.equal((await enter(at, '000000')).statusCode, 400);
    assert.equal((await enter(at, codeOf(secret))).statusCode, 429);
    await app.settings({ limits: { signInFailuresBeforeDelay: 0 } });
  });

  test('of the same moment let one of two in', async () => {
    const { at, secret } = await withCodes(await operatorAtWork(app, 'Support'));
    const code = codeOf(secret);
    const answers = await Promise.all([enter(at, code), enter(at, code), enter(at, code)]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
      [200, 400, 400],
    );
  });

  test('are part of the second look', async () => {
    const { at, secret } = await withCodes(await operatorAtWork(app, 'Support'));
    const look = (body: object) =>
      at.call('POST', `${SESSION}/confirm`, { password: OPERATOR_PASSWORD, ...body });
    assert.deepEqual(errorTypeOf(await look({})), [400, 'SignInRefused']);
    const oneTimeCode = codeOf(secret);
    assert.equal((await look({ oneTimeCode })).statusCode, 200);
    assert.deepEqual(errorTypeOf(await look({ oneTimeCode })), [400, 'SignInRefused']);
  });

  test('are needed for another password, too', async () => {
    const { at, secret } = await withCodes(await operatorAtWork(app, 'Support'));
    const change = (body: object) =>
      at.call('POST', '/api/operator/password', {
        password: OPERATOR_PASSWORD,
        newPassword: 'Cobalt-99-kayak',
        ...body,
      });
    assert.deepEqual(errorTypeOf(await change({})), [400, 'SignInRefused']);
    const oneTimeCode = codeOf(secret);
    assert.equal((await change({ oneTimeCode })).statusCode, 204);
    assert.deepEqual(errorTypeOf(await enter(at, oneTimeCode, 'Cobalt-99-kayak')), [400, 'SignInRefused']);
  });

  test('are needed with a link for a forgotten password, too, which works again after a wrong one', async () => {
    const { at, secret } = await withCodes(await operatorAtWork(app, 'Support'));
    app.system.clock.advance(60_000);
    const link = await forgottenLink(at.operator.email);
    const post = (path: string, payload: object) =>
      app.inject({
        method: 'POST',
        url: `/api/operator/links/${path}`,
        headers: { 'latchkey-dashboard': '1' },
        payload,
      });
    assert.equal((await post('view', { code: link })).json().needsCode, true);
    const accept = (body: object) => post('accept', { code: link, password: 'Copper-31-kite', ...body });
    assert.deepEqual(errorTypeOf(await accept({})), [400, 'SignInRefused']);
    assert.equal((await at.call('GET', SESSION)).statusCode, 200);
    const accepted = await accept({ oneTimeCode: codeOf(secret) });
    assert.equal(accepted.statusCode, 200, accepted.body);
    assert.equal(accepted.json().operator.hasCodes, true);
  });

  test('are sealed in the database, and the recovery codes are hashes', async () => {
    const { at, secret, recoveryCodes } = await withCodes(await operatorAtWork(app, 'Support'));
    const rows = await app.system.database.reader
      .tables<{ operators: { id: string } }>()
      .selectFrom('operators')
      .selectAll()
      .where('id', '=', at.operator.id)
      .execute();
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(secret));
    const hashes = await app.system.database.reader
      .tables<{ operatorRecoveryCodes: { codeHash: string } }>()
      .selectFrom('operatorRecoveryCodes')
      .selectAll()
      .execute();
    for (const code of recoveryCodes) assert.ok(!JSON.stringify(hashes).includes(code.replaceAll('-', '')));
  });
});

describe('recovery codes', () => {
  test('take the place of a one-time code, each once, and the journal counts them', async () => {
    const { at, recoveryCodes } = await withCodes(await operatorAtWork(app, 'Support'));
    const [first = '', second = ''] = recoveryCodes;
    assert.equal((await enter(at, first)).statusCode, 200);
    assert.deepEqual(errorTypeOf(await enter(at, first)), [400, 'SignInRefused']);
    assert.equal((await enter(at, ` ${second.replaceAll('-', '').toUpperCase()} `)).statusCode, 200);
    assert.equal((await at.call('GET', CODES)).json().recoveryCodesLeft, 8);
    const owner = await operatorAtWork(app, 'Owner');
    const audit = `/api/audit?type=operator.recovery-code-used&subject=operator/${at.operator.id}`;
    assert.deepEqual(
      (await owner.call('GET', audit)).json().items.map(({ data }: { data: object }) => data),
      [{ left: 8 }, { left: 9 }],
    );
    const stranger = await withCodes(await operatorAtWork(app, 'Support'));
    assert.deepEqual(errorTypeOf(await enter(stranger.at, recoveryCodes[2])), [400, 'SignInRefused']);
  });

  test('are replaced after a second look, and end with the codes', async () => {
    const { at, secret, recoveryCodes } = await withCodes(await operatorAtWork(app, 'Support'));
    app.system.clock.advance(10 * 60_000);
    for (const [method, url] of [
      ['POST', '/api/operator/recovery-codes'],
      ['DELETE', CODES],
    ] as const)
      assert.deepEqual(errorTypeOf(await at.call(method, url)), [403, 'ConfirmationRequired']);
    const proof = { password: OPERATOR_PASSWORD, oneTimeCode: codeOf(secret) };
    assert.equal((await at.call('POST', `${SESSION}/confirm`, proof)).statusCode, 200);
    const renewed: string[] = (await at.call('POST', '/api/operator/recovery-codes')).json().recoveryCodes;
    assert.equal(renewed.length, 10);
    assert.deepEqual(errorTypeOf(await enter(at, recoveryCodes[0])), [400, 'SignInRefused']);
    assert.equal((await enter(at, renewed[0])).statusCode, 200);
    assert.equal((await at.call('DELETE', CODES)).statusCode, 204);
    assert.deepEqual((await at.call('GET', CODES)).json(), { isOn: false, recoveryCodesLeft: 0 });
    assert.equal((await enter(at)).statusCode, 200);
    assert.deepEqual(errorTypeOf(await at.call('POST', '/api/operator/recovery-codes')), [
      409,
      'CodesNotSetUp',
    ]);
  });

  test('and one-time codes never change or serve without a mail to the operator', async () => {
    const first = await withCodes(await operatorAtWork(app, 'Support'));
    const { at, recoveryCodes } = first;
    await at.call('POST', '/api/operator/recovery-codes');
    const renewed = (await withCodesAgain(first)).recoveryCodes;
    assert.deepEqual(errorTypeOf(await enter(at, recoveryCodes[0])), [400, 'SignInRefused']);
    assert.equal((await enter(at, renewed[0])).statusCode, 200);
    assert.equal((await at.call('DELETE', CODES)).statusCode, 204);
    assert.equal((await at.call('DELETE', CODES)).statusCode, 204);
    const mails = (await app.mails()).filter(({ recipient }) => recipient === at.operator.email);
    assert.deepEqual(
      mails.map(({ kind, subject }) => [kind, subject]),
      [
        ['operator-codes', 'One-time codes for the dashboard of Demo Audio'],
        ['operator-codes', 'New recovery codes for the dashboard of Demo Audio'],
        ['operator-codes', 'Another app shows your codes for the dashboard of Demo Audio'],
        ['operator-codes', 'A recovery code was used for the dashboard of Demo Audio'],
        ['operator-codes', 'No one-time codes for the dashboard of Demo Audio any more'],
      ],
    );
    assert.match(String(mails[3]?.textBody), /You have 9 left/);
    for (const { textBody } of mails) assert.match(textBody, /If this was not you/);
  });

  test('go with a reset by an owner and with the operator', async () => {
    const absentee = await withCodes(await operatorAtWork(app, 'Support'));
    const { operator } = await resetOperator(app.ctx, absentee.at.operator.id);
    assert.equal(operator.hasCodes, false);
    const mail = (await app.mails()).findLast(({ recipient }) => recipient === operator.email);
    assert.match(String(mail?.subject), /^No one-time codes/);
    const leaver = await withCodes(await operatorAtWork(app, 'Support'));
    await removeOperator(app.ctx, leaver.at.operator.id);
    const rows = await app.system.database.reader
      .tables<{ operatorRecoveryCodes: { operatorId: string } }>()
      .selectFrom('operatorRecoveryCodes')
      .select('operatorId')
      .where('operatorId', 'in', [absentee.at.operator.id, leaver.at.operator.id])
      .execute();
    assert.deepEqual(rows, []);
  });
});

/** The code in the link that whoever has forgotten the password gets by mail. */
async function forgottenLink(email: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/operator/forgotten-password',
    headers: { 'latchkey-dashboard': '1' },
    payload: { email },
  });
  assert.equal(answer.statusCode, 204, answer.body);
  const mail =
    (await app.mails()).find(({ kind, recipient }) => kind === 'operator-link' && recipient === email) ??
    assert.fail();
  const [, code = assert.fail()] = /welcome#([\w-]{43})/.exec(mail.textBody) ?? [];
  return code;
}
