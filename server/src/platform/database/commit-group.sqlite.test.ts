import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Tx } from './database.ts';
import { databaseFailure } from './errors.ts';

interface CounterTables {
  rateCounters: { counterKey: string; hits: number; resetsAt: Date };
}

let opened: TestDatabase;
/** A connection that sees what another process would see. */
let onlooker: DatabaseSync;
beforeEach(async () => {
  opened = await openTestDatabase();
  onlooker = new DatabaseSync(opened.location, { readOnly: true });
});
afterEach(async () => {
  onlooker.close();
  await opened.close();
});

test('transactions of one moment wait for the disk once', async () => {
  const before = await commitsInLog();
  await Promise.all(numbers(20).map((number) => write(`k${number}`)));
  assert.equal((await commitsInLog()) - before, 1);
  assert.equal(readMarks().length, 20);
});

test('a long queue is committed in parts', async () => {
  const before = await commitsInLog();
  await Promise.all(numbers(600).map((number) => write(`k${number}`)));
  assert.equal((await commitsInLog()) - before, 3);
  assert.equal(readMarks().length, 600);
});

test('a transaction that fails takes nothing of its neighbours with it, wherever it stands', async () => {
  const outcomes = await Promise.allSettled(
    numbers(9).map((number) =>
      opened.database.transaction(async (tx) => {
        await insert(tx, `k${number}`);
        if (number % 4 === 0) throw new Error(`no ${number}`);
      }),
    ),
  );
  const failed = outcomes.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []));
  assert.deepEqual(failed, [0, 4, 8]);
  assert.deepEqual(readMarks(), ['k1', 'k2', 'k3', 'k5', 'k6', 'k7']);
});

test('a row that is refused once may be written by the next transaction of the same moment', async () => {
  const refused = opened.database.transaction(async (tx) => {
    await insert(tx, 'same');
    await insert(tx, 'same');
  });
  const [first, second] = await Promise.allSettled([refused, write('same')]);
  assert.equal(first.status === 'rejected' && databaseFailure(first.reason), 'unique');
  assert.equal(second.status, 'fulfilled');
  assert.deepEqual(readMarks(), ['same']);
});

test('no commit is reported before everybody can see it', async () => {
  const gate = Promise.withResolvers<void>();
  let isTold = false;
  const first = write('first').then(() => {
    isTold = true;
    return readMarks();
  });
  const slow = opened.database.transaction(async (tx) => {
    await insert(tx, 'slow');
    await gate.promise;
  });
  for (let turn = 0; turn < 5; turn += 1) await turnOfTheLoop();
  assert.deepEqual([isTold, readMarks()], [false, []]);
  gate.resolve();
  assert.deepEqual(await first, ['first', 'slow']);
  await slow;
});

test('when the commit fails, everybody who waited for it fails, and the next one succeeds', async () => {
  const before = write('before');
  const orphan = opened.database.transaction(async (tx) => {
    await sql`pragma defer_foreign_keys = on`.execute(tx.tables());
    const row = { accountId: 'nobody', domain: 'shop.example.com' };
    await tx.tables<{ accountDomains: typeof row }>().insertInto('accountDomains').values(row).execute();
  });
  const outcomes = await Promise.allSettled([before, orphan, write('after')]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && databaseFailure(outcome.reason)),
    ['reference', 'reference', 'reference'],
  );
  assert.deepEqual(readMarks(), []);
  await write('next');
  assert.deepEqual(readMarks(), ['next']);
});

test('on a full disk the reported writes are the stored ones, and the database continues when there is room again', async () => {
  const before = write('before');
  const filling = opened.database.transaction(async (tx) => {
    await sql`pragma max_page_count = 1`.execute(tx.tables());
    await insert(tx, 'x'.repeat(1_000_000));
  });
  const outcomes = await Promise.allSettled([before, filling, write('after')]);
  const successes = ['before', '', 'after'].filter((_, index) => outcomes[index]?.status === 'fulfilled');
  assert.equal(outcomes[1].status === 'rejected' && databaseFailure(outcomes[1].reason), 'unavailable');
  assert.deepEqual(readMarks(), successes.toSorted());
  await opened.database.transaction(async (tx) => {
    await sql`pragma max_page_count = 1000000`.execute(tx.tables());
    await insert(tx, 'room');
  });
  assert.ok(readMarks().includes('room'));
});

test('a transaction that the database has ended writes nothing more', async () => {
  const before = write('before');
  const failing = opened.database.transaction(async (tx) => {
    await sql`rollback`.execute(tx.tables());
    await insert(tx, 'alone');
  });
  const outcomes = await Promise.allSettled([before, failing, write('after')]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && databaseFailure(outcome.reason)),
    ['unavailable', 'unavailable', false],
  );
  assert.deepEqual(readMarks(), ['after']);
});

test('a member whose changes cannot be undone alone is not committed with the others', async () => {
  const before = write('before');
  const stuck = opened.database.transaction(async (tx) => {
    await insert(tx, 'half');
    await sql`release member`.execute(tx.tables());
    throw new Error('no');
  });
  const outcomes = await Promise.allSettled([before, stuck, write('after')]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status === 'rejected' && databaseFailure(outcome.reason)),
    ['unavailable', undefined, false],
  );
  assert.deepEqual(readMarks(), ['after']);
});

test('a query that its transaction did not wait for is no part of the next one', async () => {
  let late: Promise<PromiseSettledResult<void>[]> = Promise.resolve([]);
  const hasty = opened.database.transaction(async (tx) => {
    await insert(tx, 'hasty');
    late = Promise.allSettled(numbers(20).map((number) => insert(tx, `late${number}`)));
  });
  await Promise.all([hasty, write('after')]);
  const outcomes = await late;
  const successes = outcomes.flatMap(({ status }, number) =>
    status === 'fulfilled' ? [`late${number}`] : [],
  );
  assert.ok(successes.length < outcomes.length);
  assert.deepEqual(readMarks(), ['after', 'hasty', ...successes].toSorted());
});

test('while another process holds the lock, those who wait for each other wait no longer than one', async (context) => {
  const lockTimeoutMs = 10;
  const waiting = await openTestDatabase({ lockTimeoutMs });
  const other = new DatabaseSync(waiting.location);
  context.after(async () => {
    other.close();
    await waiting.close();
  });
  other.exec('begin immediate');
  // A clock that advances by one millisecond each time it is read.
  let now = 0;
  const looks = context.mock.method(performance, 'now', () => (now += 1));
  const outcomes = await Promise.allSettled(
    numbers(20).map((number) => waiting.database.transaction((tx) => insert(tx, `k${number}`))),
  );
  looks.mock.restore();
  assert.ok(
    outcomes.every(
      (outcome) => outcome.status === 'rejected' && databaseFailure(outcome.reason) === 'unavailable',
    ),
  );
  // All check when they arrive and again; only the first of them had time to try again.
  assert.ok(now <= 2 * outcomes.length + lockTimeoutMs + 1, `${now} looks`);
});

test('closing the database commits what has started', async () => {
  await write('first');
  const early = write('early');
  await opened.database.close();
  await early;
  assert.deepEqual(readMarks(), ['early', 'first']);
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

function write(counterKey: string): Promise<void> {
  return opened.database.transaction((tx) => insert(tx, counterKey));
}

async function insert(tx: Tx, counterKey: string): Promise<void> {
  const row = { counterKey, hits: 1, resetsAt: new Date(0) };
  await tx.tables<CounterTables>().insertInto('rateCounters').values(row).execute();
}

function readMarks(): unknown[] {
  const rows = onlooker.prepare('select counter_key from rate_counters order by counter_key').all();
  return rows.map((row) => row['counter_key']);
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** The commits in SQLite's write-ahead log: its format marks the last page of each. */
async function commitsInLog(): Promise<number> {
  const log = await readFile(`${opened.location}-wal`);
  if (log.length < LOG_HEADER_BYTES) return 0;
  const pageBytes = log.readUInt32BE(8);
  let commits = 0;
  for (let at = LOG_HEADER_BYTES; at < log.length; at += FRAME_HEADER_BYTES + pageBytes) {
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
