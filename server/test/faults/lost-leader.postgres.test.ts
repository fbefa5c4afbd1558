import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { systemClock } from '../../src/kernel/clock.ts';
import { randomIds } from '../../src/kernel/ids.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { recordChange } from '../../src/platform/database/record-change.ts';
import { enqueueJob } from '../../src/platform/jobs/enqueue-job.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { createLog } from '../../src/platform/log.ts';
import { startCluster, startReplica } from '../postgres-cluster.ts';
import { startRelay } from '../postgres-relay.ts';
import { until } from '../waiting.ts';

const TOPIC = 'catalog';

test('a promoted replica takes over: the server goes on with it, and caches nothing that was lost with the leader', async (context) => {
  const { leader, replica, relay, database } = await startPair(context);
  const ran: string[] = [];
  const deps = { database, clock: systemClock, ids: randomIds, log: createLog('silent') };
  const handlers = { test: async ({ id }: { readonly id: string }) => void ran.push(id) };
  const worker = startJobWorker(deps, handlers, { pollIntervalMs: 50 });
  context.after(() => worker.stop());
  const enqueue = () => database.transaction((tx) => enqueueJob(deps, tx, { kind: 'test', payload: {} }));
  await enqueue();
  await until('a job', () => ran.length === 1);

  await synchronize(leader.url, '*');
  await until('a synchronous replica', async () => (await measure(database, 'asynchronous')) === 0);
  assert.equal(await measure(database, 'replicas'), 1);
  assert.deepEqual(await database.risks(), []);
  const acknowledged = await change(database);

  await synchronize(leader.url, '');
  await until('asynchronous replication', async () => (await measure(database, 'asynchronous')) === 1);
  assert.match((await database.risks()).join(), /^PostgreSQL has replicas, but none is synchronous: /);
  await replica.halt('fast');
  const orphan = await change(database);
  assert.notEqual(orphan, acknowledged);

  await leader.halt('immediate');
  await assert.rejects(database.ready());
  await replica.resume();
  await replica.promote();
  relay.lead(databaseAt(replica.url));
  await until('the new leader', () =>
    database.ready().then(
      () => true,
      () => undefined,
    ),
  );
  await until('what was acknowledged with the replica, and no more', async () => {
    const version = await database.changes.version('demo', TOPIC);
    return version === acknowledged && database.changes.peek('demo', TOPIC) === acknowledged;
  });
  assert.notEqual(
    await change(database),
    orphan,
    'what is cached under the lost version would be current again',
  );
  await enqueue();
  await until('a job after the failover', () => ran.length === 2);
});

/** A leader with a replica, and a database of an ordinary role on it, behind a relay. */
async function startPair(context: TestContext) {
  const leader = await startCluster({ durable: true });
  context.after(leader.stop);
  await execute(leader.url, "create role shop login password 'shop'", 'create database shop owner shop');
  const replica = await startReplica(leader);
  context.after(replica.stop);
  const relay = await startRelay({ location: databaseAt(leader.url) });
  context.after(relay.close);
  const database = await relay.open({ statementTimeoutMs: 2_000 });
  await database.migrate();
  await database.ready();
  return { leader, replica, relay, database };
}

function databaseAt(url: string): string {
  const location = new URL(url);
  [location.username, location.password, location.pathname] = ['shop', 'shop', '/shop'];
  return location.href;
}

/** Changes a cached fact, and returns its version once it is cached. */
async function change(database: Database): Promise<number> {
  await database.transaction((tx) => recordChange(tx, 'demo', TOPIC));
  return until('a cached version', async () => {
    await database.changes.version('demo', TOPIC);
    return database.changes.peek('demo', TOPIC);
  });
}

async function measure(database: Database, name: string): Promise<number | undefined> {
  return database.measures.find((each) => each.name === name)?.read();
}

function synchronize(url: string, standbys: string): Promise<void> {
  return execute(
    url,
    `alter system set synchronous_standby_names = '${standbys}'`,
    'select pg_reload_conf()',
  );
}

async function execute(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
