import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import type { App } from '../../platform/http/route/app.ts';
import { dashboardLoad } from './dashboard-load.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const SESSION = '/api/operator/session';
const VISIT = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };

interface Visit {
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly route?: string;
}

/** On a busy machine, too, a page has all of its answers. */
const LONG_MS = 60_000;

function visit(
  { cookie, headers = VISIT, url = '/dashboard/customers', route = '/customers' }: Visit,
  { server = app.app, limitMilliseconds = LONG_MS }: { server?: App; limitMilliseconds?: number } = {},
) {
  const all = { host: 'localhost', ...headers, ...(cookie !== undefined && { cookie }) };
  const context = { app: server, clock: app.system.clock, limitMilliseconds };
  return dashboardLoad(context, { url, headers: all, socket: {} }, route);
}

test('a page has the session of its reader and its first list', async () => {
  const owner = await operatorAtWork(app, 'Owner');
  const { isSignedOut, answers } = await visit({ cookie: owner.headers['cookie'] });
  assert.equal(isSignedOut, false);
  assert.deepEqual([...answers.keys()], [SESSION, '/api/customers?pageSize=25']);
  assert.equal(JSON.parse(answers.get(SESSION)?.json ?? '').operator.email, owner.operator.email);
  const other = await operatorAtWork(app, 'Owner');
  const theirs = (await visit({ cookie: other.headers['cookie'] })).answers.get(SESSION)?.json;
  assert.equal(JSON.parse(theirs ?? '').operator.email, other.operator.email);
});

test('home has all that it shows, with the revision of the settings, and reports have this month', async () => {
  const owner = await operatorAtWork(app, 'Owner');
  const { cookie } = owner.headers;
  const home = await visit({ cookie, route: '/', url: '/dashboard' });
  assert.equal(home.answers.size, 16);
  const { etag } = (await owner.call('GET', '/api/settings')).headers;
  assert.equal(home.answers.get('/api/settings')?.etag, etag);
  assert.notEqual(etag, undefined);
  const reports = await visit({ cookie, route: '/reports', url: '/dashboard/reports' });
  assert.equal(reports.answers.size, 3);
  const support = (await operatorAtWork(app, 'Support')).headers;
  const theirs = await visit({ cookie: support['cookie'], route: '/', url: '/dashboard' });
  assert.deepEqual(
    [...theirs.answers.keys()].filter((url) => /settings|tax-rates/.test(url)),
    [],
  );
});

test('each of the lists can be read as the page reads it', async () => {
  const { cookie } = (await operatorAtWork(app, 'ReadOnly')).headers;
  for (const route of ['/customers', '/orders', '/licenses'])
    assert.equal((await visit({ cookie, route })).answers.size, 2, route);
});

test('nothing is read that the role may not read, or that filters change', async () => {
  const { cookie } = (await operatorAtWork(app, 'Developer')).headers;
  assert.deepEqual([...(await visit({ cookie })).answers.keys()], [SESSION]);
  const filtered = await visit({ cookie, route: '/licenses', url: '/dashboard/licenses?status=Active' });
  assert.deepEqual([...filtered.answers.keys()], [SESSION]);
});

test('a page does not wait for an answer that takes too long, and has the others', async () => {
  const { cookie } = (await operatorAtWork(app, 'Owner')).headers;
  const home = { cookie, route: '/', url: '/dashboard' };
  const all = (await visit(home)).answers;
  const late = Promise.withResolvers<void>();
  // The session comes before the time begins, and the other answers are there at once: no machine is too slow for them.
  const server = new Proxy(app.app, {
    get: (target, name) => {
      if (name !== 'inject') return Reflect.get(target, name);
      return async (request: InjectOptions & { readonly url: string }) => {
        const { url } = request;
        if (url === SESSION) return target.inject(request);
        if (url === '/api/violations') await late.promise;
        return { statusCode: 200, headers: {}, body: all.get(url)?.json };
      };
    },
  });
  const { answers } = await visit(home, { server, limitMilliseconds: 100 });
  assert.deepEqual(
    [...all.keys()].filter((path) => !answers.has(path)),
    ['/api/violations'],
  );
  late.resolve();
  await setImmediate();
  assert.equal(answers.has('/api/violations'), false, 'what is later does not change the page');
});

test('another page, or anything but a visit, gets nothing with the session', async () => {
  const { cookie } = (await operatorAtWork(app, 'Owner')).headers;
  for (const headers of [
    {},
    { ...VISIT, 'sec-fetch-site': 'same-site' },
    { ...VISIT, 'sec-fetch-site': 'cross-site' },
    { ...VISIT, 'sec-fetch-dest': 'script' },
    { ...VISIT, 'sec-fetch-dest': 'iframe' },
    { ...VISIT, 'sec-fetch-dest': 'empty' },
  ]) {
    const { isSignedOut, answers } = await visit({ cookie, headers });
    assert.deepEqual([isSignedOut, answers.size], [false, 0], JSON.stringify(headers));
  }
});

test('whoever has no session, or an ended one, is led to the sign-in', async () => {
  const { cookie, call } = await operatorAtWork(app, 'Owner').then(({ headers, call: send }) => ({
    cookie: headers['cookie'],
    call: send,
  }));
  await call('DELETE', SESSION);
  for (const each of [undefined, 'other=1', cookie])
    assert.deepEqual(await visit({ cookie: each }), { isSignedOut: true, answers: new Map() }, String(each));
  const fromMail = { ...VISIT, 'sec-fetch-site': 'cross-site' };
  assert.equal((await visit({ headers: fromMail })).isSignedOut, false, 'its cookie was kept back');
});
