import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestDatabase } from '../../../test/database.ts';
import { startRelay } from '../../../test/postgres-relay.ts';
import { until } from '../../../test/waiting.ts';
import { createLog } from '../log.ts';
import { ListeningChangeFeed } from './change-feed-postgres.ts';
import type { Reader } from './database.ts';
import { DatabaseUnavailable } from './errors.ts';
import { recordChange } from './record-change.ts';

const NO_LOG = createLog('silent');

/** A feed whose heartbeats are sent through `sender`, as those that a pooler assigns to another session. */
async function openFeed(context: TestContext, sender?: (direct: Reader) => Reader) {
  const direct = await openTestDatabase();
  const reader = direct.database.reader;
  const feed = new ListeningChangeFeed(
    sender?.(reader) ?? reader,
    { connectionString: direct.location },
    NO_LOG,
  );
  context.after(async () => {
    await feed.close();
    await direct.close();
  });
  return { feed, database: direct.database };
}

test('caches versions once its own notification has come back', async (context) => {
  const { feed, database } = await openFeed(context);
  await feed.ready();
  assert.ok(feed.heartbeatAge() < 60);
  assert.equal(feed.peek('demo', 'catalog'), undefined);
  assert.equal(await feed.version('demo', 'catalog'), 0);
  assert.equal(feed.peek('demo', 'catalog'), 0);
  await database.transaction((tx) => recordChange(tx, 'demo', 'catalog'));
  await until('the notification', () => feed.peek('demo', 'catalog') === undefined);
});

test('caches nothing and is not ready where notifications are dropped, and says what to do', async (context) => {
  const other = await openTestDatabase();
  context.after(other.close);
  // PostgreSQL notifies the sessions of one database only: what is sent here never arrives.
  const { feed, database } = await openFeed(context, (direct) => elsewhere(direct, other.database.reader));
  await assert.rejects(feed.ready(), (error) => {
    assert.ok(error instanceof DatabaseUnavailable);
    assert.match(error.message, /^Notifications of PostgreSQL do not arrive: .*pools sessions/);
    return true;
  });
  await feed.version('demo', 'catalog');
  assert.equal(feed.peek('demo', 'catalog'), undefined);
  await database.transaction((tx) => recordChange(tx, 'demo', 'catalog'));
  assert.notEqual(await feed.version('demo', 'catalog'), 0, 'every check reads the database');
});

test('a server whose notifications are dropped does not start, and says why in one sentence', async (context) => {
  const relay = await startRelay({
    replaceAnswer: (chunk) => chunk.replaceAll('heartbeat ', 'lost beat '),
  });
  context.after(relay.close);
  const database = await relay.open();
  for (const attempt of [database.migrate(), database.ready()])
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof DatabaseUnavailable);
      assert.match(error.message, /^Notifications of PostgreSQL do not arrive: [^.]*\.$/);
      return true;
    });
});

/** Reads from `direct`, and sends notifications to another database. */
function elsewhere(direct: Reader, other: Reader): Reader {
  return {
    engine: 'postgres',
    tables: <Tables>() => {
      const [reading, sending] = [direct.tables<Tables>(), other.tables<Tables>()];
      return {
        fn: reading.fn,
        getExecutor: () => reading.getExecutor(),
        selectFrom: reading.selectFrom.bind(reading),
        selectNoFrom: sending.selectNoFrom.bind(sending),
        with: reading.with.bind(reading),
        withRecursive: reading.withRecursive.bind(reading),
      };
    },
  };
}
