import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import { readComposeFile } from '../../server/test/cluster/compose-file.ts';
import { DEPLOY, fillSample } from '../../server/test/cluster/database-cluster.ts';
import { freePorts, programPath, startProgram } from '../../server/test/cluster/machine.ts';
import { until } from '../../server/test/waiting.ts';

const HAPROXY = programPath('/usr/sbin/haproxy');

/** HAProxy with the sample, and the ports at which it expects the first server and clients. */
async function startSample(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-haproxy-'));
  const ports = await freePorts(12);
  const [open = 0, server = 0, database = 0] = ports;
  const values = Object.fromEntries([
    ['address', '127.0.0.1'],
    ['public-port', open],
    ['database-port', database],
    ...[1, 2, 3].flatMap((index) => [
      [`member-${index}`, `member-${index}`],
      [`postgres-${index}`, `127.0.0.1:${ports[2 + index]}`],
      [`rest-port-${index}`, ports[5 + index]],
      [`server-${index}`, `server-${index}`],
      [`latchkey-${index}`, `127.0.0.1:${index === 1 ? server : ports[8 + index]}`],
    ]),
  ]);
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, await fillSample('haproxy.cfg', values));
  // -c: says every mistake and warning, and ends with 1 if there is a mistake.
  assert.doesNotMatch(execFileSync(HAPROXY, ['-c', '-f', config], { encoding: 'utf8' }), /warning|alert/i);
  const log = openSync(join(folder, 'log'), 'a');
  const haproxy = startProgram([HAPROXY, '-db', '-f', config], { log, cwd: folder });
  context.after(async () => {
    await haproxy.end();
    await rm(folder, { recursive: true, force: true });
  });
  return { url: `http://127.0.0.1:${open}`, server };
}

const SECRETS = { SUPERUSER_PASSWORD: 'a&|\\b', REPLICATION_PASSWORD: 'b', POSTGRES_PASSWORD: 'c' };

test('the compose file has a value for everything that Patroni and HAProxy ask for, and they agree', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-compose-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const { services, image } = await readComposeFile(SECRETS);
  const members = Object.entries(services).filter(([name]) => name.startsWith('member-'));
  const servers = Object.entries(services).filter(([name]) => /^server-\d$/.test(name));
  const etcd = Object.entries(services).filter(([name]) => name.startsWith('etcd-'));
  assert.deepEqual([members.length, etcd.length, servers.length], [3, 3, 2]);
  for (const [name, { environment, address }] of members) {
    const text = fill('patroni.yml', { ...image, ...environment });
    assert.ok(text.includes(`\nname: ${name}\n`), text);
    assert.ok(text.includes(`connect_address: ${address}:5432`), text);
    assert.ok(text.includes(`password: ${SECRETS.SUPERUSER_PASSWORD}\n`), text);
    for (const [, { address: host }] of etcd) assert.ok(text.includes(`${host}:2379`), text);
  }
  const text = fill('haproxy.cfg', services['haproxy']?.environment ?? {});
  for (const [name, { address }] of members)
    assert.ok(text.includes(`server ${name} ${address}:5432 check port 8008\n`), text);
  for (const [name, { address }] of servers)
    assert.ok(text.includes(`server ${name} ${address}:4242 check\n`), text);
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, text);
  execFileSync(HAPROXY, ['-c', '-f', config]);
});

test('a sample with values that are missing names all of them', () => {
  assert.throws(
    () => fill('pgbackrest.conf', { BACKUP_BUCKET: 'b', DATA: 'd', SOCKETS: 's', POSTGRES_PORT: '1' }),
    /pgbackrest\.conf needs the variables: BACKUP_ENDPOINT BACKUP_KEY BACKUP_KEY_SECRET BACKUP_PASSPHRASE BACKUP_REGION\n/,
  );
});

/** The sample as `fill` of `deploy/cluster` prints it. */
function fill(file: string, environment: Readonly<Record<string, string>>): string {
  const { PATH } = process.env;
  const parameters = [join(DEPLOY, 'fill'), join(DEPLOY, file)];
  return execFileSync('sh', parameters, { env: { PATH, ...environment }, encoding: 'utf8', stdio: 'pipe' });
}

test('HAProxy tells clients to come again while no server is ready, and then leads to the one that is', async (context) => {
  const { url, server } = await startSample(context);
  const refused = await until('HAProxy', () => fetch(url).catch(() => undefined));
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
  assert.equal(refused.headers.get('content-type'), 'application/problem+json');
  assert.equal(JSON.parse(await refused.text()).status, 503);
  const paths: (string | undefined)[] = [];
  const latchkey = createServer((request, response) => {
    paths.push(request.url);
    const forwarded = request.headers['x-forwarded-host'];
    response.end(request.url === '/readyz' ? 'ok' : `served ${String(forwarded)}`);
  }).listen(server, '127.0.0.1');
  context.after(() => latchkey.close());
  const headers = { 'x-forwarded-host': 'evil.example' };
  const served = await until('a ready server', async () => {
    const response = await fetch(url, { headers });
    return response.status === 200 ? response : undefined;
  });
  assert.equal(await served.text(), 'served undefined', 'no client chooses the account');
  assert.equal((await fetch(`${url}/metrics`)).status, 404);
  assert.ok(!paths.includes('/metrics'));
});
