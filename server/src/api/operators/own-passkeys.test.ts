import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  acceptLink,
  addPasskey,
  authenticateOperator,
  beginPasskeySignIn,
  findOperator,
  listPasskeys,
  removeOperator,
  requestForgottenPassword,
  resetOperator,
  setOperatorPassword,
} from '../../modules/operators/index.ts';
import { createAuthenticator } from '../../../test/authenticator.ts';
import { type IdentityApp, startIdentityApp } from '../../../test/identity.ts';
import {
  type OperatorAtWork,
  operatorAtWork,
  sessionHeaders,
  signIn,
  tokenIn,
} from '../../../test/operators.ts';

let app: IdentityApp;
before(async () => {
  app = await startIdentityApp();
});
after(() => app.close());

const PASSKEYS = '/api/operator/passkeys';
const SESSION = '/api/operator/session';
const REFUSED = [400, 'PasskeyRefused'];

const errorTypeOf = (answer: { statusCode: number; json: () => { errorType?: string } }) => [
  answer.statusCode,
  answer.json().errorType,
];

const optionsFor = async (at: OperatorAtWork, url: string) =>
  (await at.call('POST', `${url}/options`)).json();

/** The options of a sign-in, for whoever comes. */
async function signInOptions() {
  const headers = { 'latchkey-dashboard': '1' };
  const answer = await app.inject({ method: 'POST', url: `${SESSION}/passkey/options`, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const enter = (payload: object) =>
  app.inject({
    method: 'POST',
    url: `${SESSION}/passkey`,
    headers: { 'latchkey-dashboard': '1' },
    payload,
  });

/** What the audit log has of an operator, newest first. */
async function auditOf(at: OperatorAtWork, type: string) {
  const owner = await operatorAtWork(app, 'Owner');
  const url = `/api/audit?type=${type}&subject=operator/${at.operator.id}`;
  return (await owner.call('GET', url)).json().items.map(({ data }: { data: object }) => data);
}

describe('a passkey', () => {
  test('is added after a second look, signs in without password, and is in the audit log', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    assert.deepEqual(errorTypeOf(await at.call('POST', `${PASSKEYS}/options`)), [
      403,
      'ConfirmationRequired',
    ]);
    await at.confirm();
    const options = await optionsFor(at, PASSKEYS);
    assert.equal(options.user.name, at.operator.email);
    assert.doesNotMatch(Buffer.from(options.user.id, 'base64url').toString(), /vendor/);
    assert.equal(options.authenticatorSelection.userVerification, 'required');
    assert.equal(options.authenticatorSelection.residentKey, 'required');
    const credential = key.create(options);
    const nameless = await at.call('POST', PASSKEYS, { name: ' ', credential });
    assert.deepEqual(Object.keys(nameless.json().errors), ['name']);
    const added = await at.call('POST', PASSKEYS, { name: ' Laptop ', credential });
    assert.equal(added.statusCode, 200, added.body);
    assert.equal(added.json().name, 'Laptop');
    assert.equal('lastUsedAt' in added.json(), false);

    const signedIn = await key.signIn({ userHandle: options.user.id });
    assert.equal(signedIn.statusCode, 200, signedIn.body);
    assert.equal(signedIn.json().operator.email, at.operator.email);
    assert.equal('confirmedUntil' in signedIn.json(), false, 'signing in is no second look');
    const headers = sessionHeaders(tokenIn(signedIn));
    const { items } = (await app.inject({ url: PASSKEYS, headers })).json();
    assert.deepEqual(
      items.map(({ id, name, lastUsedAt }: Record<string, string>) => [id, name, typeof lastUsedAt]),
      [[added.json().id, 'Laptop', 'string']],
    );
    assert.deepEqual(await auditOf(at, 'operator.passkey-added'), [{ passkeyId: added.json().id }]);
    const [last] = await auditOf(at, 'operator.signed-in');
    assert.equal(last.with, 'Passkey');
    const again = await optionsFor(at, PASSKEYS);
    assert.equal(again.excludeCredentials.length, 1, 'an authenticator makes one');
  });

  test('is the second look, too, in its session alone', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    await key.register(at);
    app.system.clock.advance(11 * 60_000);
    const other = await signIn(app, app.demo, at.operator);
    assert.deepEqual(errorTypeOf(await at.call('POST', `${PASSKEYS}/options`)), [
      403,
      'ConfirmationRequired',
    ]);
    const options = await optionsFor(at, `${SESSION}/confirm/passkey`);
    assert.equal(options.allowCredentials.length, 1);
    const confirmed = await key.confirm(at);
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    assert.match(confirmed.json().confirmedUntil, /^\d{4}-/);
    assert.equal((await at.call('POST', `${PASSKEYS}/options`)).statusCode, 200);
    assert.deepEqual(errorTypeOf(await other.call('POST', `${PASSKEYS}/options`)), [
      403,
      'ConfirmationRequired',
    ]);
  });

  test('signs each challenge once, within five minutes, and for what it was made', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    await key.register(at);
    const signature = key.sign(await signInOptions());
    assert.equal((await enter(signature)).statusCode, 200);
    assert.deepEqual(errorTypeOf(await enter(signature)), REFUSED, 'a replay');
    const wrong = await signInOptions();
    assert.deepEqual(errorTypeOf(await enter(key.sign(wrong, { isUnverified: true }))), REFUSED);
    assert.deepEqual(errorTypeOf(await enter(key.sign(wrong))), REFUSED, 'a second try');
    const late = await signInOptions();
    app.system.clock.advance(5 * 60_000);
    assert.deepEqual(errorTypeOf(await enter(key.sign(late))), REFUSED, 'too late');
    const common = await signInOptions();
    const answers = await Promise.all(Array.from({ length: 3 }, () => enter(key.sign(common))));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
      [200, 400, 400],
    );

    const other = await signIn(app, app.demo, at.operator);
    const confirmation = `${SESSION}/confirm/passkey`;
    const ofOther = key.sign(await optionsFor(other, confirmation));
    assert.deepEqual(errorTypeOf(await at.call('POST', confirmation, ofOther)), REFUSED, 'another session');
    const ofSignIn = key.sign(await signInOptions());
    assert.deepEqual(errorTypeOf(await at.call('POST', confirmation, ofSignIn)), REFUSED, 'another purpose');
    const ofSession = key.sign(await optionsFor(at, confirmation));
    assert.deepEqual(errorTypeOf(await enter(ofSession)), REFUSED, 'another purpose');
  });

  test('signs nothing at another address, without asking who it is, or with another key', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    await key.register(at);
    const attempts = {
      origin: await key.signIn({ origin: 'https://latchkey.evil.example' }),
      host: await key.signIn({ rpId: 'evil.example' }),
      user: await key.signIn({ isUnverified: true }),
      kind: await key.signIn({ type: 'webauthn.create' }),
      owner: await key.signIn({ userHandle: 'c29tZWJvZHkgZWxzZQ' }),
      challenge: await key.signIn({ challenge: 'x'.repeat(43) }),
      stranger: await createAuthenticator(app).signIn(),
    };
    for (const [what, answer] of Object.entries(attempts)) {
      assert.deepEqual(errorTypeOf(answer), REFUSED, what);
      assert.equal(answer.headers['set-cookie'], undefined, what);
    }
    const forged = Object.assign({}, createAuthenticator(app).sign(await signInOptions()), {
      id: Reflect.get(key.sign(await signInOptions()), 'id'),
      rawId: Reflect.get(key.sign(await signInOptions()), 'id'),
    });
    assert.deepEqual(errorTypeOf(await enter(forged)), REFUSED, 'another key');
    for (const clientDataJSON of ['AAAA', Buffer.from('[1]').toString('base64url')]) {
      const { response, ...rest } = Object.assign({ response: {} }, key.sign(await signInOptions()));
      const answer = await enter({ ...rest, response: { ...response, clientDataJSON } });
      assert.deepEqual(errorTypeOf(answer), REFUSED);
    }
    assert.equal((await key.signIn()).statusCode, 200, 'the owner still gets in');
  });

  test('is made at the right address, by somebody who was asked, without certificates', async () => {
    const at = await operatorAtWork(app, 'Support');
    const colleague = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    await key.register(colleague);
    await at.confirm();
    const credentialId = String(Reflect.get(key.sign(await signInOptions()), 'id'));
    const fresh = createAuthenticator(app);
    for (const deviation of [
      { origin: 'https://latchkey.evil.example' },
      { rpId: 'evil.example' },
      { isUnverified: true },
      { type: 'webauthn.get' },
      { hasCertificate: true },
      { credentialId },
    ]) {
      const credential = fresh.create(await optionsFor(at, PASSKEYS), deviation);
      const answer = await at.call('POST', PASSKEYS, { name: 'A key', credential });
      assert.deepEqual(errorTypeOf(answer), REFUSED, JSON.stringify(deviation));
    }
    const ofColleague = fresh.create(await optionsFor(colleague, PASSKEYS));
    assert.deepEqual(
      errorTypeOf(await at.call('POST', PASSKEYS, { name: 'A key', credential: ofColleague })),
      REFUSED,
    );
    assert.deepEqual((await at.call('GET', PASSKEYS)).json(), { items: [] });
  });

  test('whose counter goes back is refused, and journaled as a possible copy', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    const { id } = await key.register(at);
    assert.equal((await key.signIn({ counter: 7 })).statusCode, 200);
    for (const counter of [7, 6, 0]) assert.deepEqual(errorTypeOf(await key.signIn({ counter })), REFUSED);
    assert.deepEqual(
      await auditOf(at, 'operator.passkey-refused'),
      [1, 2, 3].map(() => ({ passkeyId: id })),
    );
    assert.equal((await key.signIn({ counter: 8 })).statusCode, 200);
    const silent = createAuthenticator(app, { doesCount: false });
    await silent.register(at);
    for (let turn = 0; turn < 2; turn += 1) assert.equal((await silent.signIn()).statusCode, 200);
  });

  test('is guessed as slowly as passwords', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    await key.register(at);
    await app.settings({ limits: { signInFailuresBeforeDelay: 3 } });
    for (let guesses = 0; guesses < 3; guesses += 1) {
      assert.equal((await key.signIn({ isUnverified: true })).statusCode, 400);
      assert.equal((await key.confirm(at, { isUnverified: true })).statusCode, 400);
    }
    assert.equal((await key.signIn()).statusCode, 429);
    assert.equal((await key.confirm(at)).statusCode, 429);
    await app.settings({ limits: { signInFailuresBeforeDelay: 0 } });
  });
});

describe('passkeys', () => {
  test('belong to one operator of one account', async () => {
    const at = await operatorAtWork(app, 'Owner');
    const colleague = await operatorAtWork(app, 'Owner');
    const stranger = await operatorAtWork(app, 'Owner', app.other);
    const key = createAuthenticator(app);
    const { id } = await key.register(at);
    for (const other of [colleague, stranger]) {
      await other.confirm();
      assert.deepEqual((await other.call('GET', PASSKEYS)).json(), { items: [] });
      assert.equal((await other.call('DELETE', `${PASSKEYS}/${id}`)).statusCode, 404);
      assert.deepEqual(errorTypeOf(await key.confirm(other)), REFUSED);
    }
    const headers = { 'latchkey-dashboard': '1' };
    const url = `${SESSION}/passkey`;
    const options = (
      await app.injectAs(app.other, { method: 'POST', url: `${url}/options`, headers })
    ).json();
    const elsewhere = new URL(`http://${app.other.id}.latchkey.test`).origin;
    const payload = key.sign(options, { origin: elsewhere, rpId: options.rpId });
    const answer = await app.injectAs(app.other, { method: 'POST', url, headers, payload });
    assert.deepEqual(errorTypeOf(answer), REFUSED);
    assert.equal((await key.signIn()).statusCode, 200);
  });

  test('let nobody in once they, or their operator, are removed or reset; mails say so', async () => {
    const at = await operatorAtWork(app, 'Support');
    const key = createAuthenticator(app);
    const { id } = await key.register(at);
    app.system.clock.advance(11 * 60_000);
    assert.deepEqual(errorTypeOf(await at.call('DELETE', `${PASSKEYS}/${id}`)), [
      403,
      'ConfirmationRequired',
    ]);
    await at.confirm();
    assert.equal((await at.call('DELETE', `${PASSKEYS}/${id}`)).statusCode, 204);
    assert.equal((await at.call('DELETE', `${PASSKEYS}/${id}`)).statusCode, 404);
    assert.equal((await at.call('DELETE', `${PASSKEYS}/nothing`)).statusCode, 404);
    assert.deepEqual(errorTypeOf(await key.signIn()), REFUSED);
    assert.deepEqual(await auditOf(at, 'operator.passkey-removed'), [{ passkeyId: id }]);
    const mails = (await app.mails()).filter(({ recipient }) => recipient === at.operator.email);
    assert.deepEqual(
      mails.map(({ kind, subject }) => [kind, subject]),
      [
        ['operator-passkeys', 'A new passkey for the dashboard of Demo Audio'],
        ['operator-passkeys', 'A passkey for the dashboard of Demo Audio was removed'],
      ],
    );
    for (const { textBody } of mails) assert.match(textBody, /“A key”[\s\S]*If this was not you/);

    const setPassword = (ctx: typeof app.ctx, operatorId: string) =>
      setOperatorPassword(ctx, operatorId, 'Cobalt-99-kayak');
    const forget = async (_: typeof app.ctx, operatorId: string) => {
      const { email } = await findOperator(app.ctx, operatorId);
      await requestForgottenPassword(app.ctx, email);
      const mail = (await app.mails()).findLast(({ recipient }) => recipient === email);
      const [, code = ''] = /welcome#([\w-]{43})/.exec(mail?.textBody ?? '') ?? [];
      await acceptLink(app.ctx, { code, password: 'Cobalt-99-kayak' });
    };
    for (const end of [resetOperator, removeOperator, setPassword, forget]) {
      const leaver = await operatorAtWork(app, 'Support');
      const theirs = createAuthenticator(app);
      await theirs.register(leaver);
      await end(app.ctx, leaver.operator.id);
      assert.deepEqual(errorTypeOf(await theirs.signIn()), REFUSED, end.name);
    }
  });

  test('are not kept when their operator is reset while the signature is looked at', async () => {
    const at = await operatorAtWork(app, 'Support');
    await at.confirm();
    const credential = createAuthenticator(app).create(await optionsFor(at, PASSKEYS));
    const signedIn = await authenticateOperator(app.system, app.demo, at.token);
    assert.ok(signedIn !== undefined);
    const { database } = app.ctx;
    let transactions = 0;
    const slow: typeof database = Object.assign(Object.create(database), {
      transaction: async (work: Parameters<typeof database.transaction>[0]) => {
        const result = await database.transaction(work);
        transactions += 1;
        // The challenge is used up.
        if (transactions === 1) await resetOperator(app.ctx, at.operator.id);
        return result;
      },
    });
    const passkey: Parameters<typeof addPasskey>[2] = { name: 'A key', credential };
    await assert.rejects(addPasskey({ ...app.ctx, database: slow }, signedIn.session, passkey), {
      status: 401,
    });
    assert.deepEqual(await listPasskeys(app.ctx, at.operator.id), []);
  });

  test('are ten at most', async () => {
    const at = await operatorAtWork(app, 'Support');
    for (let count = 0; count < 10; count += 1) await createAuthenticator(app).register(at);
    const credential = createAuthenticator(app).create(await optionsFor(at, PASSKEYS));
    const answer = await at.call('POST', PASSKEYS, { name: 'One more', credential });
    assert.deepEqual(errorTypeOf(answer), [409, 'TooManyPasskeys']);
  });

  test('need a host name, and a page of the dashboard', async () => {
    for (const publicUrl of ['http://192.0.2.7:4242', 'http://[::1]:4242']) {
      const account = { ...app.demo, domains: [], isDefault: true };
      const config = { ...app.system.config, publicUrl };
      await assert.rejects(async () => beginPasskeySignIn({ ...app.ctx, account, config }), {
        errorType: 'PasskeysUnavailable',
      });
    }
    for (const path of ['/options', ''])
      assert.equal(
        (
          await app.inject({
            method: 'POST',
            url: `${SESSION}/passkey${path}`,
            headers: { 'sec-fetch-site': 'cross-site' },
            payload: path === '' ? createAuthenticator(app).sign({ challenge: 'x' }) : {},
          })
        ).statusCode,
        403,
      );
  });
});
