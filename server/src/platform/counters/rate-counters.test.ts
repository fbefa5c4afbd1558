import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { testClock } from '../../../test/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/waiting.ts';
import { openVault } from '../crypto/vault.ts';
import { admitAttempt, clearFailures, failureDelaySeconds, FIVE_FREE_FAILURES } from './failures.ts';
import { addHits, countHits, hitCounter, purgeRateCounters } from './rate-counters.ts';
import type { CounterTables } from './tables.ts';

const START = new Date('2026-03-01T12:00:00.250Z');
const vault = openVault('a secret for tests that is long enough');
const clock = testClock(START);
const deps = { clock, vault };
const FIVE_A_MINUTE = { limit: 5, windowSeconds: 60 };

let db: TestDatabase;
before(async () => {
  db = await openTestDatabase({ clock });
});
after(() => db.close());
beforeEach(async () => {
  clock.set(START);
  await db.database.transaction((tx) => tx.tables<CounterTables>().deleteFrom('rateCounters').execute());
});

const hit = (key: string) => hitCounter(deps, db.database, key, FIVE_A_MINUTE);
const admit = (key: string) => admitAttempt(deps, db.database, key);
/** Fails again, and waits as long as it must. */
const failPatiently = async (key: string): Promise<void> => {
  const verdict = await admit(key);
  if (verdict.allowed) return;
  clock.advance(verdict.retryAfterSeconds * 1000);
  assert.equal((await admit(key)).allowed, true);
};
const rows = () =>
  db.database.reader.tables<CounterTables>().selectFrom('rateCounters').selectAll().execute();

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await work());
  return results;
}

test('allows hits up to the limit and says how long the window of the first one lasts', async () => {
  assert.deepEqual(
    (await times(5, () => hit('a'))).map(({ allowed }) => allowed),
    [true, true, true, true, true],
  );
  clock.advance(20_001);
  assert.deepEqual(await hit('a'), { allowed: false, retryAfterSeconds: 40 });
});

test('refused hits do not make the window longer, and the next one starts from nothing', async () => {
  clock.hold('it is about the exact end of the window');
  clock.set(START);
  await times(9, () => hit('a'));
  clock.advance(59_999);
  assert.deepEqual(await hit('a'), { allowed: false, retryAfterSeconds: 1 });
  clock.advance(1);
  assert.deepEqual(await hit('a'), { allowed: true, retryAfterSeconds: 0 });
  const [row] = await rows();
  assert.equal(row?.hits, 1);
  assert.deepEqual(row?.resetsAt, new Date(START.getTime() + 120_000));
});

test('adds several hits at once, in a window that begins with the first and again after its end', async () => {
  const add = (hits: number) =>
    db.database.transaction((tx) => addHits(deps, tx, 'a', { hits, windowSeconds: 60 }));
  const count = () => countHits(deps, db.database.reader, 'a');
  await add(3);
  clock.advance(59_000);
  await add(4);
  assert.equal(await count(), 7);
  clock.advance(1_000);
  assert.equal(await count(), 0);
  await add(2);
  assert.equal(await count(), 2);
});

test('counts each key for itself', async () => {
  await times(5, () => hit('a'));
  assert.equal((await hit('a')).allowed, false);
  assert.equal((await hit('b')).allowed, true);
});

test('a limit of 0 refuses nothing and writes nothing', async () => {
  const off = { limit: 0, windowSeconds: 60 };
  for (const verdict of await times(20, () => hitCounter(deps, db.database, 'a', off))) {
    assert.equal(verdict.allowed, true);
  }
  assert.deepEqual(await rows(), []);
});

test('counts inside a transaction, and forgets the hit when that is rolled back', async () => {
  await db.database.transaction(async (tx) => {
    assert.equal((await hitCounter(deps, tx, 'a', { limit: 1, windowSeconds: 60 })).allowed, true);
  });
  const abandoned = db.database.transaction(async (tx) => {
    await hitCounter(deps, tx, 'a', FIVE_A_MINUTE);
    throw new Error('rolled back');
  });
  await assert.rejects(abandoned, /rolled back/);
  assert.equal((await rows())[0]?.hits, 1);
});

test('stores no key in the clear', async () => {
  await hit('sign-in/demo/ada@example.com');
  await admit('ada@example.com');
  assert.equal((await rows()).length, 2);
  assert.doesNotMatch(JSON.stringify(await rows()), /ada|example|demo/);
});

test('the first five consecutive failures are free, then each doubles the wait up to 15 minutes', () => {
  const waits = Array.from({ length: 19 }, (_, failures) =>
    failureDelaySeconds(failures, FIVE_FREE_FAILURES),
  );
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  assert.equal(failureDelaySeconds(100_000, FIVE_FREE_FAILURES), 900);
});

test('an admitted attempt counts as failed until it is cleared, a refused one does not count', async () => {
  for (const verdict of await times(5, () => admit('a'))) assert.equal(verdict.allowed, true);
  assert.deepEqual(await times(3, () => admit('a')), [
    { allowed: false, retryAfterSeconds: 1 },
    { allowed: false, retryAfterSeconds: 1 },
    { allowed: false, retryAfterSeconds: 1 },
  ]);
  clock.advance(1000);
  assert.equal((await admit('a')).allowed, true);
  assert.deepEqual(await admit('a'), { allowed: false, retryAfterSeconds: 2 });
  assert.equal((await admit('b')).allowed, true, 'another key waits for nothing');
  await clearFailures(deps, db.database, 'a');
  for (const verdict of await times(5, () => admit('a'))) assert.equal(verdict.allowed, true);
});

test('concurrent attempts are admitted no more often than sequential ones', async () => {
  const verdicts = await Promise.all(Array.from({ length: 30 }, () => admit('a')));
  assert.equal(verdicts.filter(({ allowed }) => allowed).length, 5);
});

test('failures are forgotten a day after the last one', async () => {
  clock.hold('it fails again in the last millisecond of the day');
  await times(8, () => failPatiently('a'));
  clock.advance(24 * 3_600_000 - 1);
  assert.equal((await admit('a')).allowed, true);
  assert.deepEqual(await admit('a'), { allowed: false, retryAfterSeconds: 16 });
  clock.advance(24 * 3_600_000);
  assert.equal((await admit('a')).allowed, true);
  assert.equal((await rows())[0]?.hits, 1);
});

test('a policy of 0 free failures turns the delay off', async () => {
  const off = { freeFailures: 0 };
  await times(5, () => admit('a'));
  assert.equal((await admit('a')).allowed, false);
  assert.equal((await admitAttempt(deps, db.database, 'a', off)).allowed, true);
});

test('purging deletes what is over, a bounded number at a time, and nothing else', async () => {
  for (const key of ['a', 'b', 'c']) await hit(key);
  clock.advance(30_000);
  await hit('d');
  await admit('a');
  assert.equal(await purgeRateCounters(deps, db.database), 0);
  clock.advance(30_000);
  assert.equal(await purgeRateCounters(deps, db.database, 2), 2);
  assert.equal(await purgeRateCounters(deps, db.database, 2), 1);
  assert.equal((await rows()).length, 2);
});

test('a counter that a hit renews while a purge is deleting it stays, with its hit', async () => {
  for (const key of ['renewed', 'over']) await hit(key);
  clock.advance(60_000);
  const { purged } = await db.database.transaction(async (tx) => {
    await hitCounter(deps, tx, 'renewed', FIVE_A_MINUTE);
    // It sees the row as before this transaction, and waits for the transaction's end.
    const purging = purgeRateCounters(deps, db.database);
    await lockIsAwaited();
    return { purged: purging };
  });
  assert.equal(await purged, 1, 'the one that is over');
  const remaining = await rows();
  assert.deepEqual(
    remaining.map(({ hits }) => hits),
    [1],
  );
  assert.deepEqual(await times(5, () => hit('renewed')).then((verdicts) => verdicts.at(-1)?.allowed), false);
});

/** On SQLite the purge has not started: transactions run one after the other. */
async function lockIsAwaited(): Promise<void> {
  if (db.database.engine === 'sqlite') return;
  await until('the purge to wait for the row', async () => {
    const { rows: waiting } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.database.reader.tables());
    return waiting.length > 0 ? true : undefined;
  });
}
