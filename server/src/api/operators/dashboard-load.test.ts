import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { operatorAtWork } from '../../../test/operators.ts';
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

function visit({ cookie, headers = VISIT, url = '/dashboard/customers', route = '/customers' }: Visit) {
  const all = { host: 'localhost', ...headers, ...(cookie !== undefined && { cookie }) };
  return dashboardLoad({ app: app.app, clock: app.system.clock }, { url, headers: all, socket: {} }, route);
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
