import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { runCommand } from '../../test/commands.ts';
import {
  type Demo,
  makeServerPlace,
  SECRET,
  type ServerPlace,
  signInPath,
  stopServer,
} from '../../test/server-place.ts';
import { openLocation } from '../../test/open-location.ts';
import { until } from '../../test/waiting.ts';
import { PATIENT_JOBS } from '../jobs.ts';
import { systemClock } from '../kernel/clock.ts';
import { randomIds } from '../kernel/ids.ts';
import { readConfig } from '../platform/config.ts';
import { enqueueJob } from '../platform/jobs/enqueue-job.ts';
import type { JobTables } from '../platform/jobs/tables.ts';
import { createLog } from '../platform/log.ts';

const DISABLED = 'the demo account is disabled: nobody can sign in, pay or use its API keys';

async function makePlace(context: TestContext): Promise<ServerPlace> {
  const place = await makeServerPlace();
  context.after(place.close);
  return place;
}

const post = (url: string, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body });

const signIn = (baseUrl: string, { customer: { email, password } }: Demo): Promise<Response> =>
  post(`${baseUrl}${signInPath(email)}`, password, { 'content-type': 'text/plain' });

test('processes that start concurrently on an empty database share one secret and one demo account; both end in order', async (context) => {
  const place = await makePlace(context);
  const servers = await Promise.all([place.start(), place.start()]);
  assert.equal((await stat(join(place.dataDir, 'demo.json'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(place.dataDir, 'secret'))).mode & 0o777, 0o600);
  const demo = await place.readDemo();
  assert.deepEqual(Object.keys(demo), [
    'baseUrl',
    'accountId',
    'apiKey',
    'publicKeyPem',
    'customer',
    'dashboard',
    'voucherCodes',
    'mailsUrl',
  ]);
  assert.equal(demo.accountId, 'demo');
  assert.ok(servers.some(({ baseUrl }) => baseUrl === demo.baseUrl));
  let text = '';
  for (const server of servers) {
    assert.equal((await signIn(server.baseUrl, demo)).status, 200);
    const { code, signal, stdout } = await stopServer(server);
    assert.deepEqual([code, signal], [0, null]);
    assert.ok(stdout.includes(demo.customer.password), 'the start tells how to sign in');
    assert.ok(!stdout.includes(DISABLED), 'and nothing is disabled');
    text += stdout;
  }
  assert.ok(text.includes(demo.mailsUrl), 'and how to read the mails');
});

test('the demo account of a first start works, and each restart keeps it', async (context) => {
  const place = await makePlace(context);
  const first = await place.serveHere();
  const demo = await place.readDemo();
  assert.equal(demo.baseUrl, first.baseUrl);
  await checkDemo(first.baseUrl, demo);
  for (const kind of PATIENT_JOBS) await checkJob(place, kind);
  await first.stop();

  const second = await place.start();
  assert.notEqual(second.baseUrl, first.baseUrl);
  const { mailsUrl, ...refreshed } = await place.readDemo();
  const { mailsUrl: mailsUrlBefore, ...before } = demo;
  const { baseUrl } = second;
  const dashboard = { ...before.dashboard, url: `${baseUrl}/dashboard` };
  assert.deepEqual(refreshed, { ...before, baseUrl, dashboard });
  const keyBefore = new URL(mailsUrlBefore).search;
  assert.notEqual(new URL(mailsUrl).search, keyBefore, 'each start has a key of its own');
  assert.equal((await fetch(`${second.baseUrl}/dev/mail${keyBefore}`, { redirect: 'manual' })).status, 403);
  assert.equal((await fetch(mailsUrl, { redirect: 'manual' })).status, 303);
  await checkDemo(second.baseUrl, demo);
});

/** A job is taken by the server, and ends, or fails, as this one does. */
async function checkJob({ environment }: ServerPlace, kind: string): Promise<void> {
  const database = await openLocation(readConfig(environment).databaseLocation);
  try {
    const job = { kind, payload: {} };
    const id = await database.transaction((tx) =>
      enqueueJob({ ids: randomIds, clock: systemClock }, tx, job),
    );
    const jobs = () => database.reader.tables<JobTables>().selectFrom('jobs').select('lastError');
    await until(`an attempt at ${kind}`, async () => {
      const row = await jobs().where('id', '=', id).executeTakeFirst();
      return row === undefined || row.lastError !== null;
    });
  } finally {
    await database.close();
  }
}

async function checkDemo(baseUrl: string, demo: Demo): Promise<void> {
  assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200);
  const vendor = await fetch(`${baseUrl}/api/public/vendors/current`, { headers: { origin: baseUrl } });
  assert.equal(
    vendor.headers.get('access-control-allow-origin'),
    baseUrl,
    'the shop of this port may call the API',
  );
  assert.deepEqual(await vendor.json(), {
    id: 'demo',
    name: 'Demo Audio',
    logoUrl: null,
    shopUrl: `${baseUrl}/shop`,
    locale: 'en',
    links: {
      terms: `${baseUrl}/dev/legal/terms`,
      privacy: `${baseUrl}/dev/legal/privacy`,
      refunds: `${baseUrl}/dev/legal/refunds`,
      imprint: `${baseUrl}/dev/legal/imprint`,
    },
    brand: { colorScheme: 'auto', links: [] },
  });
  assert.equal(await (await fetch(`${baseUrl}/api/public/license-key.pem`)).text(), demo.publicKeyPem);
  const signedIn = await signIn(baseUrl, demo);
  assert.equal(signedIn.status, 200);
  const { accessToken }: { accessToken: string } = JSON.parse(await signedIn.text());
  const device = { deviceName: 'Studio', deviceSignature: 'the same device each time' };
  const token = await post(`${baseUrl}/api/client/licenses/demo-app/request`, JSON.stringify(device), {
    'content-type': 'application/json',
    authorization: `Bearer ${accessToken}`,
  });
  assert.equal(token.status, 200);
  assert.equal((await token.text()).split('.').length, 3);
  await checkShop(baseUrl, demo, accessToken);
  const licenses = await fetch(`${baseUrl}/api/licenses`, { headers: { 'api-key': demo.apiKey } });
  assert.equal(licenses.status, 200);
  const { items }: { items: unknown[] } = JSON.parse(await licenses.text());
  assert.equal(items.length, 2, 'one license of the app and one of its add-on, however often it was started');
}

interface ListedItem {
  readonly id: string;
  readonly owned: boolean;
  readonly defaultVariation: { readonly discount?: { readonly name: string } };
}

/** The storefront of the demo customer, who owns one product and arrived through the launch campaign. */
async function checkShop(baseUrl: string, demo: Demo, accessToken: string): Promise<void> {
  const authorization = `Bearer ${accessToken}`;
  const response = await fetch(`${baseUrl}/api/customer/storefront?utm_campaign=launch`, {
    headers: { authorization },
  });
  const shop: {
    products: ListedItem[];
    bundles: ListedItem[];
    offers: { id: string }[];
    enabledCurrencies: string[];
  } = JSON.parse(await response.text());
  assert.deepEqual(
    shop.products.map(({ id, owned, defaultVariation }) => [id, owned, defaultVariation.discount?.name]),
    [
      ['demo-app', true, 'Launch week'],
      ['demo-app.sounds', true, 'Launch week'],
      ['demo-synth', false, 'Thank you'],
      ['demo-verb', false, 'Launch week'],
    ],
  );
  assert.deepEqual([shop.bundles[0]?.id, shop.offers[0]?.id], ['demo-bundle', 'demo-third-half']);
  assert.deepEqual(shop.enabledCurrencies, ['EUR', 'USD']);
  assert.equal(new Set(demo.voucherCodes).size, 5);
  for (const code of demo.voucherCodes) {
    const voucher = await fetch(`${baseUrl}/api/customer/vouchers?code=${encodeURIComponent(code)}`);
    assert.equal(voucher.status, 200, code);
  }
}

test('"demo" makes nothing twice, and replaces the secrets when their file is lost', async (context) => {
  const { environment, dataDir, readDemo, serveHere } = await makePlace(context);
  const first = await runCommand(environment, 'demo');
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^Created account demo, .*product demo-app, .*customer .*API key/);
  const demo = await readDemo();
  const again = await runCommand(environment, 'demo');
  assert.match(again.stdout, /^The demo account is already complete: nothing was created\./);
  assert.deepEqual(await readDemo(), demo);

  await rm(join(dataDir, 'demo.json'));
  const server = await serveHere();
  const renewed = await readDemo();
  assert.notEqual(renewed.apiKey, demo.apiKey);
  assert.notEqual(renewed.customer.password, demo.customer.password);
  await checkDemo(server.baseUrl, renewed);
  assert.equal((await signIn(server.baseUrl, demo)).status, 400);
});

test('an existing demo shop is named in the log of production, and disabled; other accounts are not', async (context) => {
  const place = await makePlace(context);
  const secret = { LATCHKEY_SECRET: SECRET };
  const environment = { ...place.environment, ...secret };
  const demo = await runCommand(environment, 'demo');
  assert.equal(demo.code, 0, demo.stderr);
  const create = ['account', 'create', 'acme', '--name', 'Acme', '--domain', 'acme.test'];
  const acme = await runCommand(environment, ...create);
  assert.equal(acme.code, 0, acme.stderr);
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const server = await place.serveHere({ ...secret, NODE_ENV: 'production' }, log);
  const vendor = await fetch(`${server.baseUrl}/api/public/vendors/current`);
  assert.deepEqual([vendor.status, JSON.parse(await vendor.text()).errorType], [403, 'DemoAccountDisabled']);
  const text = lines.join('');
  const warnings = lines.filter((line) => line.includes(DISABLED));
  assert.equal(warnings.length, 1, text);
  const { account, level } = JSON.parse(warnings[0] ?? '');
  assert.deepEqual([account, level], ['demo', 40]);
  assert.match(text, /"SMTP_URL is not set: no mail is sent/);
  assert.doesNotMatch(text, /there is no account|is not a setting/, 'acme is one');
});

test('a database of a newer version is refused and left alone', async (context) => {
  const { environment, dataDir } = await makePlace(context);
  assert.equal((await runCommand(environment, 'migrate')).code, 0);
  const location = environment['DATABASE_URL'] ?? join(dataDir, 'latchkey.db');
  const database = await openLocation(location);
  await database.transaction(async (tx) => {
    const values = { name: '9999-from-the-future', timestamp: '2099-01-01T00:00:00.000Z' };
    await tx
      .tables<{ kyselyMigration: typeof values }>()
      .insertInto('kyselyMigration')
      .values(values)
      .execute();
  });
  await database.close();
  const { code, stdout, stderr } = await runCommand({ ...environment, PORT: '0' }, 'serve');
  assert.equal(code, 1);
  assert.match(stderr, /written by a newer version of Latchkey \(it has 9999-from-the-future\)/);
  assert.doesNotMatch(stdout + stderr, /\n\s+at /);
});

test('a start with another secret than that of its database, or with none, is refused and makes no other one', async (context) => {
  const { environment, dataDir } = await makePlace(context);
  assert.equal((await runCommand(environment, 'demo')).code, 0);
  const path = join(dataDir, 'secret');
  const secret = await readFile(path);
  await writeFile(path, `${SECRET}\n`);
  const other = await runCommand({ ...environment, PORT: '0' }, 'serve');
  assert.equal(other.code, 2);
  assert.match(other.stderr, /the instance secret .* is not the one/);
  await rm(path);
  const none = await runCommand({ ...environment, PORT: '0' }, 'serve');
  assert.equal(none.code, 2);
  assert.match(none.stderr, /the instance secret of this database is missing/);
  assert.equal((await readdir(dataDir)).includes('secret'), false);
  await writeFile(path, secret);
  assert.equal((await runCommand(environment, 'account', 'list')).code, 0);
});
