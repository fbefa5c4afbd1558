import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { openTestDatabase, testEngine } from '../../test/database.ts';
import { runLatchkey, type ServerProcess, startLatchkey } from '../../test/server-process.ts';
import { systemClock } from '../kernel/clock.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createLog } from '../platform/log.ts';

const SECRET = 'a secret for tests only, of no value to anyone';

interface Demo {
  readonly baseUrl: string;
  readonly accountId: string;
  readonly apiKey: string;
  readonly publicKeyPem: string;
  readonly customer: { readonly email: string; readonly password: string };
  readonly voucherCodes: readonly string[];
  readonly mailsUrl: string;
}

/** A folder, and on PostgreSQL a database, for one test; what the test starts is ended with it. */
async function makePlace(context: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-serve-'));
  context.after(() => rm(dataDir, { recursive: true, force: true }));
  const environment: Record<string, string> = { LATCHKEY_DATA_DIR: dataDir };
  if (testEngine() === 'postgres') {
    const database = await openTestDatabase();
    context.after(() => database.close());
    environment['DATABASE_URL'] = database.location;
  }
  const start = async (
    more: Record<string, string> = {},
    ...parameters: string[]
  ): Promise<ServerProcess> => {
    const server = await startLatchkey({ ...environment, ...more }, ...parameters);
    context.after(async () => {
      server.signal('SIGKILL');
      await server.ended;
    });
    return server;
  };
  const readDemo = async (): Promise<Demo> => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  return { dataDir, environment, start, readDemo };
}

async function stop(server: ServerProcess) {
  server.signal('SIGTERM');
  return server.ended;
}

const post = (url: string, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body });

const signInPath = (email: string): string =>
  `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;

const signIn = (baseUrl: string, { customer: { email, password } }: Demo): Promise<Response> =>
  post(`${baseUrl}${signInPath(email)}`, password, { 'content-type': 'text/plain' });

test('the first start makes a demo account that works, a restart keeps it, and both end in order', async (context) => {
  const place = await makePlace(context);
  const first = await place.start();
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
  assert.deepEqual([demo.baseUrl, demo.accountId], [first.baseUrl, 'demo']);
  await checkDemo(first.baseUrl, demo);
  const ended = await stop(first);
  assert.deepEqual([ended.code, ended.signal], [0, null]);
  assert.ok(ended.stdout.includes(demo.customer.password), 'the start tells how to sign in');
  assert.ok(ended.stdout.includes(demo.mailsUrl), 'and how to read the mails');

  const second = await place.start();
  assert.notEqual(second.baseUrl, first.baseUrl);
  const { mailsUrl, ...refreshed } = await place.readDemo();
  const { mailsUrl: mailsUrlBefore, ...before } = demo;
  assert.deepEqual(refreshed, { ...before, baseUrl: second.baseUrl });
  const keyBefore = new URL(mailsUrlBefore).search;
  assert.notEqual(new URL(mailsUrl).search, keyBefore, 'each start has a key of its own');
  assert.equal((await fetch(`${second.baseUrl}/dev/mail${keyBefore}`, { redirect: 'manual' })).status, 403);
  assert.equal((await fetch(mailsUrl, { redirect: 'manual' })).status, 303);
  await checkDemo(second.baseUrl, demo);
  assert.equal((await stop(second)).code, 0);
});

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
    websiteUrl: baseUrl,
    storefrontUrl: baseUrl,
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
  assert.equal(items.length, 1, 'one license, however often it was started');
}

interface Shelf {
  readonly id: string;
  readonly owned: boolean;
  readonly defaultVariation: { readonly discount?: { readonly name: string } };
}

/** The storefront as the demo customer sees it, who owns one product and came by the launch campaign. */
async function checkShop(baseUrl: string, demo: Demo, accessToken: string): Promise<void> {
  const authorization = `Bearer ${accessToken}`;
  const response = await fetch(`${baseUrl}/api/customer/storefront?utm_campaign=launch`, {
    headers: { authorization },
  });
  const shop: { products: Shelf[]; bundles: Shelf[]; offers: { id: string }[]; enabledCurrencies: string[] } =
    JSON.parse(await response.text());
  assert.deepEqual(
    shop.products.map(({ id, owned, defaultVariation }) => [id, owned, defaultVariation.discount?.name]),
    [
      ['demo-app', true, 'Launch week'],
      ['demo-synth', false, 'Thank you'],
      ['demo-synth.pack', false, 'Launch week'],
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
  const { environment, dataDir, readDemo, start } = await makePlace(context);
  const first = await runLatchkey(environment, 'demo');
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /^Made account demo, .*product demo-app, .*customer .*API key/);
  const demo = await readDemo();
  const again = await runLatchkey(environment, 'demo');
  assert.match(again.stdout, /^The demo account is complete already: nothing was made\./);
  assert.deepEqual(await readDemo(), demo);

  await rm(join(dataDir, 'demo.json'));
  const server = await start();
  const renewed = await readDemo();
  assert.notEqual(renewed.apiKey, demo.apiKey);
  assert.notEqual(renewed.customer.password, demo.customer.password);
  await checkDemo(server.baseUrl, renewed);
  assert.equal((await signIn(server.baseUrl, demo)).status, 400);
  assert.equal((await stop(server)).code, 0);
});

test('processes that start at once on an empty database share one secret and one demo account', async (context) => {
  const place = await makePlace(context);
  const servers = await Promise.all([place.start(), place.start()]);
  const demo = await place.readDemo();
  for (const { baseUrl } of servers) assert.equal((await signIn(baseUrl, demo)).status, 200);
  for (const server of servers) assert.equal((await stop(server)).code, 0);
});

test('a request in flight is answered before the process ends', async (context) => {
  const place = await makePlace(context);
  const server = await place.start();
  const { socket, send, answer } = await beginRequest(server, await place.readDemo());
  server.signal('SIGTERM');
  await server.logged('stopping');
  send();
  assert.match(await answer, /^HTTP\/1\.1 200 OK\r\n/);
  const { code } = await server.ended;
  assert.equal(code, 0);
  socket.destroy();
});

test('a process that hangs while it stops ends at once when somebody asks again', async (context) => {
  const place = await makePlace(context);
  const server = await place.start();
  const { socket } = await beginRequest(server, await place.readDemo());
  const asking = setInterval(() => server.signal('SIGINT'), 250);
  const { code, stdout } = await server.ended;
  clearInterval(asking);
  assert.equal(code, 1);
  assert.match(stdout, /asked to stop again/);
  socket.destroy();
});

test('a data folder that cannot be made is one sentence, and no start', async () => {
  const { code, stdout, stderr } = await runLatchkey({ LATCHKEY_DATA_DIR: '/dev/null/data' }, 'serve');
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(
    stderr,
    /^latchkey: .*the data folder \/dev\/null\/data cannot be made.*set LATCHKEY_DATA_DIR .*\n$/,
  );
});

test('requests that do not end are cut when the time for stopping is over', async (context) => {
  const place = await makePlace(context);
  const server = await place.start({ LATCHKEY_STOP_TIMEOUT_SECONDS: '1' });
  const { socket } = await beginRequest(server, await place.readDemo());
  const { code, stdout } = await stop(server);
  assert.equal(code, 0);
  assert.match(stdout, /still running when the time for stopping was over/);
  socket.destroy();
});

/** Sends a sign-in but for the last byte of its body; the server has begun with it when this resolves. */
async function beginRequest({ baseUrl }: ServerProcess, { customer: { email, password } }: Demo) {
  const { port, host } = new URL(baseUrl);
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.on('error', () => undefined);
  let received = '';
  const continued = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string>();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
    if (received.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) continued.resolve();
  });
  socket.on('close', () => answered.resolve(received.replace('HTTP/1.1 100 Continue\r\n\r\n', '')));
  await once(socket, 'connect');
  socket.write(
    `POST ${signInPath(email)} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: text/plain\r\n` +
      `content-length: ${Buffer.byteLength(password)}\r\nexpect: 100-continue\r\n\r\n`,
  );
  await continued.promise;
  socket.write(password.slice(0, -1));
  return { socket, send: () => socket.write(password.slice(-1)), answer: answered.promise };
}

test('production makes no demo, prints no secret, and needs a secret of its own', async (context) => {
  const place = await makePlace(context);
  const refused = await runLatchkey({ ...place.environment, NODE_ENV: 'production' }, 'serve');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /LATCHKEY_SECRET is required in production/);
  assert.deepEqual(await readdir(place.dataDir), []);

  const production = { NODE_ENV: 'production', LATCHKEY_SECRET: SECRET };
  const noDemo = await runLatchkey({ ...place.environment, ...production }, 'demo');
  assert.equal(noDemo.code, 1);
  const server = await place.start(production);
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200);
  assert.equal((await fetch(`${server.baseUrl}/api/public/vendors/current`)).status, 404);
  const { code, stdout } = await stop(server);
  assert.equal(code, 0);
  assert.equal(stdout.includes(SECRET) || stdout.includes('lk_'), false);
  const files = await readdir(place.dataDir);
  assert.equal(files.includes('demo.json') || files.includes('secret'), false);
});

test('a demo shop from before is named in the log of production, and disabled; other accounts are not', async (context) => {
  const place = await makePlace(context);
  const secret = { LATCHKEY_SECRET: SECRET };
  const environment = { ...place.environment, ...secret };
  const made = await runLatchkey(environment, 'demo');
  assert.equal(made.code, 0, made.stderr);
  const acme = await runLatchkey(
    environment,
    'account',
    'create',
    'acme',
    '--name',
    'Acme',
    '--domain',
    'acme.test',
  );
  assert.equal(acme.code, 0, acme.stderr);
  const message = 'the demo account is disabled: nobody can sign in, pay or use its API keys';
  const tried = await place.start(secret);
  assert.ok(!(await stop(tried)).stdout.includes(message), 'it works there');
  const server = await place.start({ ...secret, NODE_ENV: 'production' });
  const vendor = await fetch(`${server.baseUrl}/api/public/vendors/current`);
  assert.deepEqual([vendor.status, JSON.parse(await vendor.text()).errorType], [403, 'DemoAccountDisabled']);
  const { stdout } = await stop(server);
  const lines = stdout.split('\n').filter((line) => line.includes(message));
  assert.equal(lines.length, 1, stdout);
  const { account, level } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([account, level], ['demo', 40]);
});

test('a database of a newer version is refused and left alone', async (context) => {
  const { environment, dataDir } = await makePlace(context);
  assert.equal((await runLatchkey(environment, 'migrate')).code, 0);
  const location = environment['DATABASE_URL'] ?? join(dataDir, 'latchkey.db');
  const database = await openDatabase({ location, log: createLog('silent'), clock: systemClock });
  await database.transaction(async (tx) => {
    const values = { name: '9999-from-the-future', timestamp: '2099-01-01T00:00:00.000Z' };
    await tx
      .tables<{ kyselyMigration: typeof values }>()
      .insertInto('kyselyMigration')
      .values(values)
      .execute();
  });
  await database.close();
  const { code, stdout, stderr } = await runLatchkey({ ...environment, PORT: '0' }, 'serve');
  assert.equal(code, 1);
  assert.match(stderr, /written by a newer version of Latchkey \(it has 9999-from-the-future\)/);
  assert.doesNotMatch(stdout + stderr, /\n\s+at /);
});

test('another instance secret than that of the database is refused at the start', async (context) => {
  const { environment, dataDir } = await makePlace(context);
  assert.equal((await runLatchkey(environment, 'demo')).code, 0);
  await writeFile(join(dataDir, 'secret'), `${SECRET}\n`);
  const { code, stderr } = await runLatchkey({ ...environment, PORT: '0' }, 'serve');
  assert.equal(code, 2);
  assert.match(stderr, /the instance secret .* is not the one/);
});

test('a start without the secret of its database is refused, and makes no other one', async (context) => {
  const { environment, dataDir } = await makePlace(context);
  assert.equal((await runLatchkey(environment, 'demo')).code, 0);
  const path = join(dataDir, 'secret');
  const secret = await readFile(path);
  await rm(path);
  const { code, stderr } = await runLatchkey({ ...environment, PORT: '0' }, 'serve');
  assert.equal(code, 2);
  assert.match(stderr, /the instance secret of this database is missing/);
  assert.equal((await readdir(dataDir)).includes('secret'), false);
  await writeFile(path, secret);
  assert.equal((await runLatchkey(environment, 'account', 'list')).code, 0);
});

test('a port in use is said in one line', async (context) => {
  const { environment } = await makePlace(context);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const { code, stderr } = await runLatchkey({ ...environment, PORT: port }, 'serve', '--no-demo');
  taken.close();
  assert.equal(code, 1);
  assert.match(stderr, /latchkey: .*EADDRINUSE.* choose another with PORT\n$/);
});
