import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { openTestDatabase } from '../../../test/database.ts';
import { openLocation } from '../../../test/open-location.ts';
import { type Relay, startRelay } from '../../../test/postgres-relay.ts';
import type { Reader, Tx } from './database.ts';
import { databaseFailure, DatabaseUnavailable } from './errors.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { recordChange } from './record-change.ts';
import { runTogether } from './run-together.ts';

/** Deadlocks end after this time, not with the whole run. */
const timeout = 20_000;

test('a transaction begins in the round trip of its first statement', { timeout }, async (context) => {
  const { relay, holds } = await startHoldingRelay('begin', 'first statement');
  context.after(relay.close);
  const database = await relay.open();
  await database.transaction(async (tx) => {
    assert.equal(await echo(tx, 'first statement'), 'first statement');
    assert.equal(await echo(tx, 'second statement'), 'second statement');
  });
  assert.equal(holds(), 1);
});

test('queries that run together take one round trip', { timeout }, async (context) => {
  const { relay, holds } = await startHoldingRelay('first statement', 'third statement');
  context.after(relay.close);
  const database = await relay.open();
  await database.transaction(async (tx) => {
    const texts = ['first statement', 'second statement', 'third statement'];
    await runTogether(
      tx,
      texts.map((text) => echoQuery(text).compile(tx.tables())),
    );
    assert.equal(await echo(tx, 'fourth statement'), 'fourth statement');
  });
  assert.equal(holds(), 1);
});

test('the last writes of a transaction and its commit take one round trip', { timeout }, async (context) => {
  const { relay, holds } = await startHoldingRelay('last statement', 'commit');
  context.after(relay.close);
  const database = await relay.open();
  await database.transaction((tx) => runTogether(tx, [echoQuery('last statement').compile(tx.tables())]));
  assert.equal(holds(), 1);
});

test('statements that are sent together leave in one packet', async (context) => {
  const { location, close } = await openTestDatabase();
  let packets = 0;
  class CountingSocket extends Socket {
    override _writev(...parameters: Parameters<NonNullable<Socket['_writev']>>): void {
      packets += 1;
      super._writev?.(...parameters);
    }
  }
  const stream = () => new CountingSocket();
  const pool = new pg.Pool({ connectionString: location, max: 1, pipeline: true, stream });
  const driver = new PostgresDriver(pool);
  const connection = await driver.acquireConnection();
  context.after(async () => {
    await driver.releaseConnection(connection);
    await driver.destroy();
    await close();
  });
  const query = CompiledQuery.raw('select $1::text as text', ['a text']);
  await connection.executeQuery(query);
  packets = 0;
  await driver.beginTransaction(connection, {});
  await connection.executeQuery(query);
  assert.equal(packets, 1);
  connection.postpone(query);
  connection.postpone(query);
  await driver.commitTransaction(connection);
  assert.equal(packets, 2);
});

test('the next query raises the failure of those that ran together', async (context) => {
  const { database, close } = await openTestDatabase({ poolSize: 1 });
  context.after(close);
  const failing = database.transaction(async (tx) => {
    await runTogether(tx, [sql`select 1 / 0`.compile(tx.tables())]);
    await assert.rejects(echo(tx, 'next'), /division by zero/);
  });
  await assert.rejects(failing, /failed before its commit/);
  assert.equal(await database.transaction((tx) => echo(tx, 'next')), 'next');
});

test('a connection lost at the begin fails its transaction, and the next one succeeds', async (context) => {
  let losses = 0;
  const relay = await startRelay({
    onQuery(chunk, { destroy }) {
      if (losses > 0 || !chunk.includes('begin')) return;
      losses += 1;
      destroy();
    },
  });
  context.after(relay.close);
  const database = await relay.open();
  await assert.rejects(database.transaction((tx) => echo(tx, 'lost')));
  assert.equal(await database.transaction((tx) => echo(tx, 'next')), 'next');
  assert.equal(losses, 1);
});

test('a silent server fails what waits for it, and the next transaction has a new connection', async (context) => {
  const relay = await startRelay({
    onQuery: (chunk, { pause }) => void (chunk.includes('frozen') && pause()),
  });
  context.after(relay.close);
  const database = await relay.open({ statementTimeoutMs: 100, poolSize: 1 });
  const frozen = database.transaction((tx) => echo(tx, 'frozen'));
  await assert.rejects(frozen, (error) => databaseFailure(error) === 'unavailable');
  assert.equal(await database.transaction((tx) => echo(tx, 'next')), 'next');
});

test('a snapshot has time limits of its own, and takes no connection from commands', async (context) => {
  const { database, close } = await openTestDatabase({ statementTimeoutMs: 50, poolSize: 1 });
  context.after(close);
  const slow = (reader: Reader) => sql`select pg_sleep(0.2)`.execute(reader.tables<object>());
  await assert.rejects(database.transaction(slow), (error) => databaseFailure(error) === 'unavailable');
  await database.transaction(async (tx) => {
    await echo(tx, 'busy');
    await database.snapshot(slow);
  });
});

test('each connection is probed after ten seconds of silence', async (context) => {
  const probes: unknown[][] = [];
  const original = Socket.prototype.setKeepAlive;
  context.mock.method(
    Socket.prototype,
    'setKeepAlive',
    function setKeepAlive(this: Socket, enable: boolean, delayMs: number) {
      probes.push([enable, delayMs]);
      return original.call(this, enable, delayMs);
    },
  );
  const { database, close } = await openTestDatabase({ poolSize: 1 });
  context.after(close);
  await database.ready();
  // That of the pool, and that of the change feed.
  assert.ok(probes.length >= 2);
  for (const parameters of probes) assert.deepEqual(parameters, [true, 10_000]);
});

test('a connection whose server accepts no more writes is not used again', async (context) => {
  const { database, close } = await openTestDatabase({ poolSize: 1 });
  context.after(close);
  const backend = () =>
    database.transaction(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.tables());
      return rows[0]?.pid;
    });
  const before = await backend();
  assert.equal(await backend(), before);
  const demoted = database.transaction(async (tx) => {
    await sql`set transaction read only`.execute(tx.tables());
    await recordChange(tx, 'demo', 'catalog');
  });
  await assert.rejects(demoted, (error) => databaseFailure(error) === 'unavailable');
  assert.notEqual(await backend(), before);
});

test('a transaction without a statement ends well, and its connection serves the next one', async (context) => {
  const { database, close } = await openTestDatabase({ poolSize: 1 });
  context.after(close);
  assert.equal(await database.transaction(() => Promise.resolve('nothing')), 'nothing');
  await assert.rejects(
    database.transaction(() => Promise.reject(new Error('a refusal'))),
    /a refusal/,
  );
  assert.equal(await database.transaction((tx) => echo(tx, 'next')), 'next');
});

test('a database that accepts no writes is not ready, and says so', async (context) => {
  const { database, location, close } = await openTestDatabase();
  context.after(close);
  await database.ready();
  const name = new URL(location).pathname.slice(1);
  await database.transaction((tx) =>
    sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(tx.tables()),
  );
  const replica = await openLocation(location);
  context.after(replica.close);
  await assert.rejects(replica.ready(), (error) => {
    assert.ok(error instanceof DatabaseUnavailable);
    assert.match(error.message, /^The database is read-only/);
    return true;
  });
});

test('operators see connections, the heartbeat and replicas', async (context) => {
  const { database, close } = await openTestDatabase({ poolSize: 3 });
  context.after(close);
  const measure = async (name: string) => database.measures.find((each) => each.name === name)?.read();
  await database.ready();
  await database.transaction(async (tx) => {
    await echo(tx, 'busy');
    assert.equal(await measure('free_connections'), 2);
  });
  assert.equal(await measure('free_connections'), 3);
  assert.equal(await measure('waiting_requests'), 0);
  assert.ok(Number(await measure('change_feed_heartbeat_age_seconds')) < 60);
  assert.deepEqual([await measure('replicas'), await measure('asynchronous')], [0, 0]);
  assert.deepEqual(await database.risks(), []);
});

async function echo(tx: Tx, text: string): Promise<string | undefined> {
  const { rows } = await echoQuery(text).execute(tx.tables());
  return rows[0]?.text;
}

function echoQuery(text: string): RawBuilder<{ text: string }> {
  return sql<{ text: string }>`select ${text}::text as text`;
}

/** A relay that holds back the response to a query with the text `first` until a client has sent one with `last`. */
async function startHoldingRelay(
  first: string,
  last: string,
): Promise<{ readonly relay: Relay; readonly holds: () => number }> {
  let text = '';
  let holds = 0;
  const relay = await startRelay({
    onQuery(chunk, { resume, pause }) {
      text += chunk;
      if (holds === 0 && text.includes(first)) {
        holds += 1;
        pause();
      }
      if (text.includes(last)) resume();
    },
  });
  return { relay, holds: () => holds };
}
