import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  inviteOperator,
  makeSetUpLink,
  removeOperator,
  resetOperator,
} from '../../modules/operators/index.ts';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import {
  OPERATOR_PASSWORD,
  operatorAtWork,
  sessionHeaders,
  signIn,
  tokenIn,
  tryToSignIn,
} from '../../../test/operators.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const SESSION = '/api/operator/session';
const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'Copper-31-kite';

const current = (token: string) => app.inject({ url: SESSION, headers: sessionHeaders(token) });

const accept = (payload: Record<string, unknown>, account = app.demo) =>
  app.injectAs(account, {
    method: 'POST',
    url: '/api/operator/links/accept',
    headers: { 'latchkey-dashboard': '1' },
    payload,
  });

const view = (code: string) =>
  app.inject({ method: 'POST', url: '/api/operator/links/view', payload: { code } });

const codeIn = ({ url }: { readonly url: string }): string => new URL(url).hash.slice(1);

describe('a session', () => {
  test('says who is signed in, to which account, and what the role allows', async () => {
    const finance = await operatorAtWork(app, 'Finance');
    const answer = (await finance.call('GET', SESSION)).json();
    assert.equal(answer.operator.role, 'Finance');
    assert.equal(answer.operator.email, finance.operator.email);
    assert.equal(answer.account.name, 'Demo Audio');
    assert.ok(answer.scopes.includes('orders:write') && !answer.scopes.includes('products:write'));
    assert.equal('confirmedUntil' in answer, false);
  });

  test('is a cookie that scripts and other sites cannot use, and with TLS no other host can set', async () => {
    const answer = await tryToSignIn(app, {
      email: (await operatorAtWork(app, 'Owner')).operator.email,
      password: OPERATOR_PASSWORD,
    });
    assert.match(
      String(answer.headers['set-cookie']),
      /^latchkey-operator=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test('allows the routes of the Core API that its role includes, and no others', async () => {
    const support = await operatorAtWork(app, 'Support');
    assert.equal((await support.call('GET', '/api/customers')).statusCode, 200);
    const refused = await support.call('POST', '/api/products', { id: 'mine', name: 'Mine' });
    assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'Forbidden']);
    assert.match(refused.json().detail, /Your role, Support, does not include this \(products:write\)/);
  });

  test('is in the audit log with the actions in it', async () => {
    const admin = await operatorAtWork(app, 'Admin');
    await admin.call('POST', '/api/products', { id: 'audited', name: 'Audited' });
    const { items } = (await admin.call('GET', `/api/audit?actorId=${admin.operator.id}`)).json();
    assert.deepEqual(
      items.map(({ type, actor }: { type: string; actor: object }) => [type, actor]),
      ['product-rules.changed', 'product.created', 'operator.signed-in'].map((type) => [
        type,
        { kind: 'Operator', id: admin.operator.id, name: admin.operator.name },
      ]),
    );
  });

  test('ends after twelve hours without use, and after a week with it', async () => {
    const idle = await operatorAtWork(app, 'ReadOnly');
    const busy = await operatorAtWork(app, 'ReadOnly');
    app.system.clock.advance(7 * HOUR_MS);
    assert.equal((await busy.call('GET', SESSION)).statusCode, 200);
    app.system.clock.advance(6 * HOUR_MS);
    assert.equal((await idle.call('GET', SESSION)).statusCode, 401);
    for (let hours = 13; hours < 168; hours += 11) {
      assert.equal((await busy.call('GET', SESSION)).statusCode, 200, `after ${hours} hours`);
      app.system.clock.advance(11 * HOUR_MS);
    }
    assert.equal((await busy.call('GET', SESSION)).statusCode, 401);
  });

  test('ends when its operator signs out, is removed or reset, and the answer clears the cookie', async () => {
    const owner = await operatorAtWork(app, 'Owner');
    assert.equal((await owner.call('DELETE', SESSION)).statusCode, 204);
    const ended = await owner.call('GET', SESSION);
    assert.equal(ended.statusCode, 401);
    assert.match(String(ended.headers['set-cookie']), /^latchkey-operator=; Max-Age=0;/);
    const removed = await operatorAtWork(app, 'Admin');
    await removeOperator(app.ctx, removed.operator.id);
    assert.equal((await removed.call('GET', '/api/customers')).statusCode, 401);
    const reset = await operatorAtWork(app, 'Admin');
    await resetOperator(app.ctx, reset.operator.id);
    assert.equal((await reset.call('GET', '/api/customers')).statusCode, 401);
    const { email } = reset.operator;
    assert.equal((await tryToSignIn(app, { email, password: OPERATOR_PASSWORD })).statusCode, 400);
  });

  test('is listed with the others of its operator, who ends one or all others, and nobody else’s', async () => {
    const first = await operatorAtWork(app, 'Support');
    const second = await signIn(app, app.demo, first.operator);
    const third = await signIn(app, app.demo, first.operator);
    const stranger = await operatorAtWork(app, 'Owner');
    const { items } = (await first.call('GET', '/api/operator/sessions')).json();
    assert.deepEqual(
      items.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
      [false, false, true],
    );
    const ended = `/api/operator/sessions/${items[1].id}`;
    assert.equal((await stranger.call('DELETE', ended)).statusCode, 404);
    assert.equal((await first.call('DELETE', '/api/operator/sessions/none')).statusCode, 404);
    assert.equal((await first.call('DELETE', ended)).statusCode, 204);
    assert.deepEqual(
      [(await second.call('GET', SESSION)).statusCode, (await third.call('GET', SESSION)).statusCode],
      [401, 200],
    );
    assert.equal((await first.call('DELETE', '/api/operator/sessions')).statusCode, 204);
    assert.deepEqual(
      [(await first.call('GET', SESSION)).statusCode, (await third.call('GET', SESSION)).statusCode],
      [200, 401],
    );
  });
});

describe('a sensitive action', () => {
  test('asks for the password, for ten minutes and in this session only; reading does not', async () => {
    const owner = await operatorAtWork(app, 'Owner');
    const other = await signIn(app, app.demo, owner.operator);
    const create = (at: typeof owner) =>
      at.call('POST', '/api/settings/api-keys', { name: 'Shop', scopes: ['orders:read'] });
    const refused = await create(owner);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'ConfirmationRequired']);
    const wrong = await owner.call('POST', `${SESSION}/confirm`, { password: 'Wrong-11-word' });
    assert.deepEqual([wrong.statusCode, wrong.json().errorType], [400, 'SignInRefused']);
    await owner.confirm();
    assert.ok('confirmedUntil' in (await owner.call('GET', SESSION)).json());
    assert.equal((await create(owner)).statusCode, 201);
    assert.equal((await create(other)).statusCode, 403);
    app.system.clock.advance(10 * 60_000);
    assert.equal((await create(owner)).statusCode, 403);
    assert.equal((await owner.call('GET', '/api/settings/api-keys')).statusCode, 200);
  });

  test('gives a key no more than the role has', async () => {
    const admin = await operatorAtWork(app, 'Admin');
    await admin.confirm();
    const rise = { name: 'Rise', scopes: ['*'] };
    assert.equal((await admin.call('POST', '/api/settings/api-keys', rise)).statusCode, 403);
  });
});

describe('the link of the set-up', () => {
  test('makes the first owner of the account, once, and works for an hour', async () => {
    const other = testContext(app.system, app.other);
    const late = codeIn(await makeSetUpLink(other));
    app.system.clock.advance(HOUR_MS);
    const input = { name: 'Olga', email: 'olga@other.example', password: NEW_PASSWORD };
    assert.equal((await accept({ code: late, ...input }, app.other)).json().errorType, 'LinkRefused');
    const replaced = codeIn(await makeSetUpLink(other));
    const code = codeIn(await makeSetUpLink(other));
    assert.equal((await accept({ code: replaced, ...input }, app.other)).json().errorType, 'LinkRefused');
    assert.equal((await accept({ code, ...input })).json().errorType, 'LinkRefused', 'of another account');
    const issues = await accept({ code, password: 'short' }, app.other);
    assert.deepEqual(Object.keys(issues.json().errors).toSorted(), ['email', 'name', 'password']);
    const [one, two] = await Promise.all([
      accept({ code, ...input }, app.other),
      accept({ code, ...input, email: 'eve@other.example' }, app.other),
    ]);
    const [owner, loser] = one.statusCode === 200 ? [one, two] : [two, one];
    assert.deepEqual([owner.statusCode, loser.statusCode], [200, 400]);
    assert.equal(owner.json().operator.role, 'Owner');
    const session = await app.injectAs(app.other, { url: SESSION, headers: sessionHeaders(tokenIn(owner)) });
    assert.equal(session.statusCode, 200);
    const later = codeIn(await makeSetUpLink(other));
    assert.equal((await accept({ code: later, ...input }, app.other)).json().errorType, 'LinkRefused');
  });
});

describe('an invitation', () => {
  test('shows whom it is for, lets them choose name and password once, and signs them in', async () => {
    const invited = { email: 'kim@vendor.example', name: 'Kim', role: 'Developer' } as const;
    const { link } = await inviteOperator(app.ctx, invited);
    const code = codeIn(link);
    assert.deepEqual((await view(code)).json(), {
      purpose: 'Invitation',
      accountName: 'Demo Audio',
      email: 'kim@vendor.example',
      name: 'Kim',
      needsCode: false,
    });
    const answer = await accept({ code, name: 'Kim Lee', password: NEW_PASSWORD });
    assert.equal(answer.statusCode, 200, answer.body);
    const { name, role, status } = answer.json().operator;
    assert.deepEqual([name, role, status], ['Kim Lee', 'Developer', 'Active']);
    assert.equal((await current(tokenIn(answer))).statusCode, 200);
    assert.equal((await accept({ code, password: NEW_PASSWORD })).json().errorType, 'LinkRefused');
    assert.equal((await view(code)).json().errorType, 'LinkRefused');
  });

  test('ends with the removal of the operator, whose email is free again', async () => {
    const invited = { email: 'lou@vendor.example', name: 'Lou', role: 'Support' } as const;
    const { link, operator } = await inviteOperator(app.ctx, invited);
    await removeOperator(app.ctx, operator.id);
    const answer = await accept({ code: codeIn(link), password: NEW_PASSWORD });
    assert.equal(answer.json().errorType, 'LinkRefused');
    assert.notEqual((await inviteOperator(app.ctx, invited)).operator.id, operator.id);
  });
});
