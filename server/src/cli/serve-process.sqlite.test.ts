import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PACKAGES_AT_START } from '../../packages-at-start.ts';
import { readManifests } from '../../test/architecture/dependencies.ts';
import { runCommand } from '../../test/commands.ts';
import {
  type Demo,
  makeServerPlace,
  SECRET,
  type ServerPlace,
  signInPath,
  stopServer,
} from '../../test/server-place.ts';
import type { ServerProcess } from '../../test/server-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOADED_PACKAGES = new URL('../../test/loaded-packages.js', import.meta.url);

// The behavior of the process, independent of its database.

/** With a demo account. */
let shop: ServerPlace;
before(async () => {
  shop = await makeServerPlace();
  const { code, stderr } = await runCommand(shop.environment, 'demo');
  assert.equal(code, 0, stderr);
});
after(() => shop.close());

test('a request in flight is answered before the process ends', async () => {
  const server = await shop.start();
  const { socket, send, answer } = await beginRequest(server, await shop.readDemo());
  server.signal('SIGTERM');
  await server.logged('stopping');
  send();
  assert.match(await answer, /^HTTP\/1\.1 200 OK\r\n/);
  const { code } = await server.ended;
  assert.equal(code, 0);
  socket.destroy();
});

test('a process that hangs while it stops ends immediately on a second request', async () => {
  const server = await shop.start();
  const { socket } = await beginRequest(server, await shop.readDemo());
  const timer = setInterval(() => server.signal('SIGINT'), 250);
  const { code, stdout } = await server.ended;
  clearInterval(timer);
  assert.equal(code, 1);
  assert.match(stdout, /second stop signal/);
  socket.destroy();
});

test('requests that do not end are cut when the time for stopping is over', async () => {
  const server = await shop.start({ LATCHKEY_STOP_TIMEOUT_SECONDS: '1' });
  const { socket } = await beginRequest(server, await shop.readDemo());
  const { code, stdout } = await stopServer(server);
  assert.equal(code, 0);
  assert.match(stdout, /still running when the stop timeout expired/);
  socket.destroy();
});

/** Sends a sign-in except for the last byte of its body; the server has started with it when this resolves. */
async function beginRequest({ baseUrl }: ServerProcess, { customer: { email, password } }: Demo) {
  const { port, host } = new URL(baseUrl);
  const socket: Socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.on('error', () => undefined);
  let received = '';
  const continued = Promise.withResolvers<void>();
  const response = Promise.withResolvers<string>();
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
    if (received.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) continued.resolve();
  });
  socket.on('close', () => response.resolve(received.replace('HTTP/1.1 100 Continue\r\n\r\n', '')));
  await once(socket, 'connect');
  socket.write(
    `POST ${signInPath(email)} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: text/plain\r\n` +
      `content-length: ${Buffer.byteLength(password)}\r\nexpect: 100-continue\r\n\r\n`,
  );
  await continued.promise;
  socket.write(password.slice(0, -1));
  return { socket, send: () => socket.write(password.slice(-1)), answer: response.promise };
}

test('a data folder that cannot be made is one sentence, and no start', async () => {
  const { code, stdout, stderr } = await runCommand({ LATCHKEY_DATA_DIR: '/dev/null/data' }, 'serve');
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(
    stderr,
    /^latchkey: .*the data folder \/dev\/null\/data cannot be made.*set LATCHKEY_DATA_DIR .*\n$/,
  );
});

test('production makes no demo, prints no secret, needs a secret of its own, and loads no package before its time', async (context) => {
  const place = await makeServerPlace();
  context.after(place.close);
  const refused = await runCommand({ ...place.environment, NODE_ENV: 'production' }, 'serve');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /LATCHKEY_SECRET is required in production/);
  assert.deepEqual(await readdir(place.dataDir), []);

  const production = { NODE_ENV: 'production', LATCHKEY_SECRET: SECRET };
  const noDemo = await runCommand({ ...place.environment, ...production }, 'demo');
  assert.equal(noDemo.code, 1);
  const loaded = join(place.dataDir, 'loaded-packages');
  const server = await place.start({
    ...production,
    LATCHKEY_PUBLICURL: 'https://keys.example',
    NODE_OPTIONS: `--import=${LOADED_PACKAGES.href}?to=${loaded}`,
  });
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200);
  assert.equal((await fetch(`${server.baseUrl}/api/public/vendors/current`)).status, 404);
  const { code, stdout } = await stopServer(server);
  assert.equal(code, 0);
  for (const warning of [
    'LATCHKEY_PUBLICURL is not a setting of this version and has no effect: did you mean LATCHKEY_PUBLIC_URL?',
    'LATCHKEY_PUBLIC_URL is http://localhost:',
    'SMTP_URL is not set: no mail is sent',
    'there is no account: every address answers 404',
  ])
    assert.equal(stdout.split(`"msg":"${warning}`).length, 2, `${warning}: ${stdout}`);
  assert.equal(stdout.includes(SECRET) || stdout.includes('lk_'), false);
  const files = await readdir(place.dataDir);
  assert.equal(files.includes('demo.json') || files.includes('secret'), false);
  await assertPackagesAtStart(loaded);
});

async function assertPackagesAtStart(file: string): Promise<void> {
  const loaded = new Set((await readFile(file, 'utf8')).split('\n'));
  const { dependencies = {} } = (await readManifests(ROOT))['server'] ?? {};
  const ours = Object.keys(dependencies).filter((name) => loaded.has(name));
  assert.deepEqual(ours.toSorted(), PACKAGES_AT_START);
}

test('a port in use is said in one line', async () => {
  const { environment } = shop;
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const { code, stderr } = await runCommand({ ...environment, PORT: port }, 'serve', '--no-demo');
  other.close();
  assert.equal(code, 1);
  assert.ok(stderr.startsWith(`latchkey: port ${port} is already in use, `), stderr);
  assert.match(stderr, /^[^\n]* choose another port with PORT [^\n]*\n$/);
});
