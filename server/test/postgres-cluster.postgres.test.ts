import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { type Cluster, findPostgres, startCluster } from './postgres-cluster.ts';
import { until, within } from './waiting.ts';

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];

test('a cluster takes connections with its password only, has room for several pools, and sorts as people do', async (t) => {
  const cluster = await clusterFor(t);
  await t.test('at a loopback address', async () => {
    assert.deepEqual(await query(cluster.url, 'select 1 as one'), [{ one: 1 }]);
    const address = new URL(cluster.url);
    assert.equal(address.hostname, '127.0.0.1');
    address.password = 'guess';
    await assert.rejects(query(address.href, 'select 1'), /password authentication failed/);
  });
  await t.test('with the pools of several processes, and durability traded for speed', async () => {
    assert.equal(await setting(cluster, 'max_connections'), '300');
    assert.equal(await setting(cluster, 'fsync'), 'off');
  });
  await t.test('text by language and not by bytes, so that no query may rely on either', async () => {
    const rows = await query(
      cluster.url,
      `select name from (values ('b'), ('B'), ('a')) as t (name) order by name`,
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['a', 'b', 'B'],
    );
  });
  await t.test('and leaves neither a server nor a folder; it may be stopped again', async () => {
    const folder = await dataFolderOf(cluster);
    await cluster.stop();
    await cluster.stop();
    await assert.rejects(query(cluster.url, 'select 1'), /ECONNREFUSED/);
    await assert.rejects(readdir(path.dirname(folder)), /ENOENT/);
  });
});

test('a durable cluster that crashes comes back at its address with what was committed', async (t) => {
  const cluster = await clusterFor(t, true);
  assert.equal(await setting(cluster, 'fsync'), 'on');
  assert.ok((await dataFolderOf(cluster)).startsWith(tmpdir()), 'its files may be in memory');
  await query(cluster.url, 'create table kept (id int primary key)');
  await query(cluster.url, 'insert into kept values (7)');
  await cluster.halt('immediate');
  await assert.rejects(query(cluster.url, 'select 1'), /ECONNREFUSED/);
  await cluster.resume();
  assert.deepEqual(await query(cluster.url, 'select id from kept'), [{ id: 7 }]);
});

test('a cluster ends with the process that started it, even when that is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await within('the URL of the cluster', once(createInterface(owner.stdout), 'line'));
  assert(typeof url === 'string');
  const client = new pg.Client(url);
  // `once` would reject on the error with which the server explains the disconnect.
  const cutOff = new Promise<void>((resolve) => client.on('error', () => {}).on('end', resolve));
  await client.connect();
  const { rows } = await client.query(`select current_setting('data_directory') as folder`);
  owner.kill('SIGKILL');
  await within('the cluster to hang up', cutOff);
  await untilGone(path.dirname(rows[0].folder));
});

test('PostgreSQL is found on the PATH first', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-path-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const program of PROGRAMS) {
    await writeFile(path.join(folder, program), '');
    await chmod(path.join(folder, program), 0o755);
  }
  assert.equal(findPostgres({ PATH: ['/nowhere', folder].join(path.delimiter) }), folder);
});

test('a folder on the PATH that lacks one of the programs is passed over', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-path-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'initdb'), '');
  assert.notEqual(findPostgres({ PATH: folder }), folder);
});

const OWNER = `
  import { startCluster } from ${JSON.stringify(new URL('postgres-cluster.ts', import.meta.url).href)};
  console.log((await startCluster()).url);
  setInterval(() => {}, 60_000);
`;

async function clusterFor(t: TestContext, durable = false): Promise<Cluster> {
  const cluster = await startCluster({ durable });
  t.after(cluster.stop);
  return cluster;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function setting({ url }: Cluster, name: string): Promise<unknown> {
  const [row] = await query(url, `show ${name}`);
  return row?.[name];
}

async function dataFolderOf(cluster: Cluster): Promise<string> {
  const folder = await setting(cluster, 'data_directory');
  assert(typeof folder === 'string');
  return folder;
}

/** Resolves once the folder is gone. */
async function untilGone(folder: string): Promise<void> {
  await until(`${folder} to go`, async () =>
    readdir(folder).then(
      () => false,
      () => true,
    ),
  );
}
