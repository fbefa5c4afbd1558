import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { Agent, get, request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runCommand } from '../../server/test/commands.ts';
import { type ServerProcess, startLatchkey } from '../../server/test/server-process.ts';
import { ROOT } from '../../scripts/run.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const HOST = 'licenses.example.com';
const REQUESTS_PER_MINUTE = 40;
const NDJSON = 'application/x-ndjson';

let folder: string;
let server: ServerProcess;
let serverPort: number;
let apiKey: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-proxy-'));
  const environment = {
    NODE_ENV: 'production',
    LATCHKEY_SECRET: 'a secret for tests only, of no value to anyone',
    LATCHKEY_DATA_DIR: join(folder, 'data'),
    LATCHKEY_PUBLIC_URL: `https://${HOST}`,
    LATCHKEY_TRUSTED_PROXIES: '127.0.0.1,::1',
    LATCHKEY_REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
  };
  for (const command of [
    ['migrate'],
    ['account', 'create', 'first', '--name', 'First Vendor'],
    ['account', 'create', 'acme', '--name', 'Acme Audio', '--domain', HOST],
    ['account', 'create', 'beta', '--name', 'Beta', '--domain', 'beta.example'],
  ]) {
    const { code, stderr } = await runCommand(environment, ...command);
    assert.equal(code, 0, stderr);
  }
  const options = ['--account', 'acme', '--name', 'imports', '--scope', 'customers:write'];
  const key = await runCommand(environment, 'api-key', 'create', ...options);
  apiKey = /lk_[\w-]+/.exec(key.stdout)?.[0] ?? assert.fail(key.stderr);
  serverPort = await freePort();
  server = await startLatchkey({ ...environment, HOST: '127.0.0.1', PORT: String(serverPort) });
});
after(async () => {
  server.signal('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * The address on which a proxy listens, and the one from which its client connects: each has its own, because requests
 * are counted per address.
 */
interface Proxy {
  readonly port: number;
  readonly agent: Agent;
}

/** Sends a request to the proxy, like a client of the public host. */
async function ask(proxy: Proxy, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const options: RequestOptions = {
    ...proxy,
    host: '127.0.0.1',
    path,
    servername: HOST,
    headers: { host: HOST, ...headers },
  };
  const [response] = await once(get(options), 'response');
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}

/** What a proxy has written to its standard output and standard error so far. */
type Output = () => string;

/** Runs a proxy in front of a server until the test ends; resolves when it responds. */
async function startProxy(
  context: TestContext,
  proxy: Proxy,
  program: string,
  parameters: string[],
): Promise<Output> {
  const child = spawn(program, parameters, {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close');
  context.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for (;;) {
    if (child.exitCode !== null) assert.fail(`${program} ended:\n${output}`);
    const answer = await ask(proxy, '/healthz').catch(() => undefined);
    if (answer !== undefined) return () => output;
    await delay(50);
  }
}

/** Starts each proxy with its sample, in front of the port of a server. */
const STARTS = {
  nginx: async (context: TestContext, proxy: Proxy, upstream: number): Promise<Output> => {
    const plainPort = await freePort();
    const sample = await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8');
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', `/CN=${HOST}`, '-keyout', key, '-out', certificate];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      ...subject,
    ]);
    const sites = sample
      .replaceAll(/^\s*listen \[::\].*\n/gm, '')
      .replaceAll('listen 443', `listen 127.0.0.1:${proxy.port}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replaceAll('/var/log/nginx', folder)
      .replace('127.0.0.1:4242', `127.0.0.1:${upstream}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const file = join(folder, 'nginx.conf');
    await writeFile(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}
       http { access_log off; ${paths.join(' ')}
       ${sites} }`,
    );
    return startProxy(context, proxy, 'nginx', ['-p', folder, '-c', file]);
  },
  caddy: async (context: TestContext, proxy: Proxy, upstream: number): Promise<Output> => {
    const sample = await readFile(join(ROOT, 'deploy/Caddyfile'), 'utf8');
    const file = join(folder, 'Caddyfile');
    const options = `{
  admin off
  local_certs
  skip_install_trust
  auto_https disable_redirects
  https_port ${proxy.port}
`;
    await mkdir(join(folder, 'caddy'), { recursive: true });
    const sites = sample
      .replace('127.0.0.1:4242', `127.0.0.1:${upstream}`)
      .replace('lb_try_duration 10s', 'lb_try_duration 100ms');
    // The sample begins with its global options.
    await writeFile(file, sites.replace(/^\{\n/m, options));
    return startProxy(context, proxy, 'caddy', ['run', '--adapter', 'caddyfile', '--config', file]);
  },
};

/** Asks for a page whose address and referrer contain secrets. */
function askForSecret(proxy: Proxy): Promise<Answer> {
  const referer = 'https://licenses.example.com/checkout/secret-referrer';
  return ask(proxy, '/checkout/order/secret-path?code=secret-query', { referer });
}

test('the log of caddy says that the server does not respond, without paths, queries and referrers', async (context) => {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, localAddress: '127.0.0.10' });
  const proxy: Proxy = { port: await freePort(), agent };
  const output = await STARTS.caddy(context, proxy, await freePort());
  const before = output().length;
  assert.equal((await askForSecret(proxy)).status, 502);
  const lines = () => output().slice(before);
  while (!lines().includes('"status":502')) await delay(50);
  assert.match(lines(), /http\.log\.error.*connection refused/);
  assert.doesNotMatch(lines(), /secret|checkout/);
});

test('the log of nginx has neither paths nor queries, which contain secrets', async (context) => {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, localAddress: '127.0.0.9' });
  const proxy: Proxy = { port: await freePort(), agent };
  await STARTS.nginx(context, proxy, serverPort);
  await askForSecret(proxy);
  const log = join(folder, 'latchkey.log');
  let lines = '';
  while (!lines.includes(' GET ')) {
    lines = await readFile(log, 'utf8');
    await delay(50);
  }
  assert.doesNotMatch(lines, /secret|checkout/);
});

for (const [index, [name, start]] of Object.entries(STARTS).entries()) {
  test(`behind ${name} the host decides, the client is counted, and figures stay inside`, async (context) => {
    const localAddress = `127.0.0.${index + 2}`;
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, localAddress });
    const proxy: Proxy = { port: await freePort(), agent };
    await start(context, proxy, serverPort);
    const vendor = await ask(proxy, '/api/public/vendors/current');
    assert.equal(vendor.status, 200, vendor.body);
    assert.equal(JSON.parse(vendor.body).name, 'Acme Audio');
    assert.match(String(vendor.headers['strict-transport-security']), /max-age/);

    const lured = await ask(proxy, '/api/public/vendors/current', { 'x-forwarded-host': 'beta.example' });
    assert.equal(JSON.parse(lured.body).name, 'Acme Audio', 'a client chooses no account by a header');
    assert.equal((await ask(proxy, '/metrics')).status, 404);

    for (const [path, type, megabytes] of LARGEST_BODIES)
      assert.equal(await statusOfBody(proxy, { path, type, bytes: megabytes * 1024 * 1024 }), 401, path);
    assert.equal(await importedLines(proxy), IMPORTED_LINES, 'a long list');

    const statuses = new Set<number | undefined>();
    for (let count = 0; count < 2 * REQUESTS_PER_MINUTE; count += 1) {
      const address = `198.51.100.${count}`;
      statuses.add((await ask(proxy, '/api/public/vendors/current', { 'x-forwarded-for': address })).status);
    }
    assert.ok(statuses.has(429), 'a client that names other addresses is counted as one');
  });
}

/** They are 2.4 MB: more than a proxy passes on at once, and more than it may of other bodies. */
const IMPORTED_LINES = 7_500;

/** Routes of the Core API with the types and sizes of the largest bodies that they take. */
const LARGEST_BODIES = [
  ['/api/licenses/import', 'application/json', 1],
  ['/api/products/demo-app/images', 'image/png', 5],
] as const;

interface Body {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
}

/** The status of a request of the Core API without a key, with a body of this size. */
async function statusOfBody(proxy: Proxy, { path, type, bytes }: Body): Promise<number | undefined> {
  const clientRequest = post(proxy, path, { 'content-type': type, 'content-length': bytes });
  const reply = once(clientRequest, 'response');
  clientRequest.end(' '.repeat(bytes));
  const [response] = await reply;
  response.resume();
  return response.statusCode;
}

/** The number of lines of a list that a dry run imports, if it reaches the end of the list. */
async function importedLines(proxy: Proxy): Promise<unknown> {
  const headers = { 'content-type': NDJSON, 'api-key': apiKey };
  const clientRequest = post(proxy, '/api/import/customers?dryRun=true', headers);
  const reply = once(clientRequest, 'response');
  for (let line = 1; line <= IMPORTED_LINES; line += 1)
    clientRequest.write(
      `${JSON.stringify({ email: `a${line}@example.com`, name: 'A'.repeat(100) })}${' '.repeat(200)}\n`,
    );
  clientRequest.end();
  const [response] = await reply;
  let body = '';
  for await (const chunk of response) body += String(chunk);
  const { summary } = JSON.parse(body.trim().split('\n').at(-1) ?? '');
  return summary?.completed === true ? summary.created : body;
}

function post(proxy: Proxy, path: string, headers: Record<string, string | number>): ClientRequest {
  return request({
    ...proxy,
    host: '127.0.0.1',
    path,
    method: 'POST',
    servername: HOST,
    headers: { host: HOST, ...headers },
  });
}
