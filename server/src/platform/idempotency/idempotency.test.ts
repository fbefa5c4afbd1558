import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { testClock } from '../../../test/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { randomIds } from '../../kernel/ids.ts';
import { openVault } from '../crypto/vault.ts';
import {
  abandonIdempotent,
  beginIdempotent,
  type CallStart,
  completeIdempotent,
  type IdempotentCall,
  IdempotencyLockError,
  purgeIdempotencyKeys,
  requestFingerprint,
  storeAnswer,
} from './idempotency.ts';
import type { IdempotencyTables } from './tables.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const LOCK_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const REQUEST = { accountId: 'demo', caller: 'key:1', key: 'abc', fingerprint: 'f1' };
const ANSWER = {
  status: 201,
  headers: { location: '/licenses/1?a=b&c=%20', 'content-type': 'application/json; charset=utf-8' },
  body: '{"key":"lk_secret",\n"name":"Zoë 🎹"}',
};

const clock = testClock(START);
const vault = openVault('a secret for tests that is long enough');
let db: TestDatabase;
before(async () => {
  db = await openTestDatabase({ clock });
});
after(() => db.close());
beforeEach(async () => {
  clock.set(START);
  await db.database.transaction((tx) =>
    tx.tables<IdempotencyTables>().deleteFrom('idempotencyKeys').execute(),
  );
});

const deps = () => ({ database: db.database, clock, ids: randomIds, vault });
const begin = (change: Partial<typeof REQUEST> = {}) => beginIdempotent(deps(), { ...REQUEST, ...change });
const rows = () =>
  db.database.reader.tables<IdempotencyTables>().selectFrom('idempotencyKeys').selectAll().execute();

async function started(change: Partial<typeof REQUEST> = {}): Promise<IdempotentCall> {
  return callOf(await begin(change));
}

function callOf(start: CallStart): IdempotentCall {
  assert.equal(start.outcome, 'Started');
  if (start.outcome !== 'Started') throw new Error('not started');
  return start.call;
}

test('the first answer is sent again, to the byte', async () => {
  await completeIdempotent(deps(), await started(), ANSWER);
  for (let turn = 0; turn < 3; turn += 1) assert.deepEqual(await begin(), { outcome: 'Replay', ...ANSWER });
});

test('an answer without headers and body is one too', async () => {
  const empty = { status: 204, headers: {}, body: '' };
  await completeIdempotent(deps(), await started(), empty);
  assert.deepEqual(await begin(), { outcome: 'Replay', ...empty });
});

test('while the first request runs its repetition is in flight', async () => {
  clock.hold('it repeats the request in the last millisecond before the first one counts as lost');
  await started();
  clock.advance(LOCK_MS - 1);
  assert.deepEqual(await begin(), { outcome: 'InFlight' });
});

test('a different request with the same key is refused, while the first runs and afterwards', async () => {
  const call = await started();
  assert.deepEqual(await begin({ fingerprint: 'f2' }), { outcome: 'Mismatch' });
  await completeIdempotent(deps(), call, ANSWER);
  assert.deepEqual(await begin({ fingerprint: 'f2' }), { outcome: 'Mismatch' });
  assert.equal((await begin()).outcome, 'Replay');
});

test('keys of other callers and other accounts are other keys', async () => {
  await started();
  await started({ caller: 'key:2' });
  await started({ accountId: 'other' });
  await started({ key: 'ABC' });
});

test('answering, giving up and starting again touch the key of one account alone', async () => {
  const own = await started();
  const foreign = await started({ accountId: 'other' });
  // As if both had the same secret: only the account distinguishes them.
  await completeIdempotent(deps(), { ...foreign, lockToken: own.lockToken }, ANSWER);
  assert.equal((await begin()).outcome, 'InFlight');
  await abandonIdempotent(deps(), { ...foreign, lockToken: own.lockToken });
  assert.equal((await begin()).outcome, 'InFlight');
  await completeIdempotent(deps(), own, ANSWER);
  assert.deepEqual(await begin({ accountId: 'other' }), { outcome: 'InFlight' });
  clock.advance(LOCK_MS);
  await started({ accountId: 'other', fingerprint: REQUEST.fingerprint });
  assert.deepEqual(await begin(), { outcome: 'Replay', ...ANSWER });
});

test('an abandoned request leaves the key free, for a different request too', async () => {
  await abandonIdempotent(deps(), await started());
  await abandonIdempotent(deps(), await started({ fingerprint: 'f2' }));
  assert.deepEqual(await rows(), []);
});

test('an answer that is stored is not abandoned any more', async () => {
  const call = await started();
  await completeIdempotent(deps(), call, ANSWER);
  await abandonIdempotent(deps(), call);
  assert.equal((await begin()).outcome, 'Replay');
});

test('a request that was lost in a crash is started again once its lock has ended', async () => {
  await started();
  clock.advance(LOCK_MS);
  const [one, other] = await Promise.all([begin(), begin()]);
  assert.deepEqual([one.outcome, other.outcome].toSorted(), ['InFlight', 'Started']);
});

test('a request that was taken over neither stores its answer nor frees the key', async () => {
  const slow = await started();
  clock.advance(LOCK_MS);
  const next = await started();
  await completeIdempotent(deps(), slow, { ...ANSWER, body: 'late' });
  assert.equal((await begin()).outcome, 'InFlight');
  await abandonIdempotent(deps(), slow);
  assert.equal((await begin()).outcome, 'InFlight');
  await completeIdempotent(deps(), next, ANSWER);
  await completeIdempotent(deps(), slow, { ...ANSWER, body: 'late' });
  assert.deepEqual(await begin(), { outcome: 'Replay', ...ANSWER });
});

test('an answer stored in the transaction of the command is committed or rolled back with it', async () => {
  const call = await started();
  const failed = db.database.transaction(async (tx) => {
    await storeAnswer(deps(), tx, call, ANSWER);
    throw new Error('rolled back');
  });
  await assert.rejects(failed, /rolled back/);
  assert.equal((await begin()).outcome, 'InFlight');
  await db.database.transaction((tx) => storeAnswer(deps(), tx, call, ANSWER));
  assert.deepEqual(await begin(), { outcome: 'Replay', ...ANSWER });
});

test('a command that stores its answer itself is rolled back when its request was taken over', async () => {
  const slow = await started();
  clock.advance(LOCK_MS);
  await started();
  const late = db.database.transaction((tx) => storeAnswer(deps(), tx, slow, ANSWER));
  await assert.rejects(late, IdempotencyLockError);
});

test('an answer is kept for a day, then the key is as new, for a different request too', async () => {
  clock.hold('it repeats the request in the last millisecond of the day');
  await completeIdempotent(deps(), await started(), ANSWER);
  clock.advance(DAY_MS - 1);
  assert.equal((await begin()).outcome, 'Replay');
  clock.advance(1);
  const call = await started({ fingerprint: 'f2' });
  assert.deepEqual(await begin({ fingerprint: 'f2' }), { outcome: 'InFlight' });
  await completeIdempotent(deps(), call, { ...ANSWER, body: 'new' });
  assert.deepEqual(await begin({ fingerprint: 'f2' }), { outcome: 'Replay', ...ANSWER, body: 'new' });
});

test('the stored answer cannot be read without the instance secret, nor moved to another key', async () => {
  await completeIdempotent(deps(), await started(), ANSWER);
  assert.doesNotMatch(JSON.stringify(await rows()), /lk_secret|licenses/);
  const other = { ...deps(), vault: openVault('another secret for tests, as long') };
  await assert.rejects(beginIdempotent(other, REQUEST));
  await db.database.transaction((tx) =>
    tx.tables<IdempotencyTables>().updateTable('idempotencyKeys').set({ caller: 'key:2' }).execute(),
  );
  await assert.rejects(begin({ caller: 'key:2' }));
});

test('purging deletes what is older than a day, a bounded number at a time', async () => {
  clock.hold('it purges in the last millisecond of the day');
  for (const key of ['a', 'b', 'c']) await started({ key });
  clock.advance(DAY_MS - 1);
  await started({ key: 'd' });
  assert.equal(await purgeIdempotencyKeys(deps(), db.database), 0);
  clock.advance(1);
  assert.equal(await purgeIdempotencyKeys(deps(), db.database, 2), 2);
  assert.equal(await purgeIdempotencyKeys(deps(), db.database, 2), 1);
  assert.deepEqual(
    (await rows()).map(({ idempotencyKey }) => idempotencyKey),
    ['d'],
  );
});

test('a fingerprint differs with each part of the request, with where each ends, and with the instance secret', () => {
  const print = (method: string, url: string, body?: unknown, ifMatch?: string) =>
    requestFingerprint(vault, { method, url, body, ifMatch });
  const prints = [
    print('POST', '/a'),
    print('PUT', '/a'),
    print('POST', '/a?x=1'),
    print('POST', '/a', {}),
    print('POST', '/a', { x: 1 }),
    print('POST', '/a', { x: '1' }),
    print('POST', '/a', [1]),
    print('POST', '/a', null),
    print('POST', '/', 'a'),
    print('POST', '/a', undefined, '"r1"'),
    print('POST', '/a', undefined, '"r2"'),
    requestFingerprint(openVault('another secret for tests, as long'), { method: 'POST', url: '/a' }),
  ];
  assert.equal(new Set(prints).size, prints.length);
  assert.equal(print('post', '/a', { x: 1 }), print('POST', '/a', { x: 1 }));
  assert.equal(print('POST', '/a', '{"x":1}'), print('POST', '/a', Buffer.from('{"x":1}')));
});

test('a fingerprint is no plain hash, which would let anyone with the row check guesses at a password', () => {
  const body = { email: 'ada@example.com', password: 'Str0ng!passw0rd' };
  const request = { method: 'POST', url: '/api/customers/import', body };
  const parts = [
    [request.method, request.url],
    [request.method, request.url, null],
  ];
  const guesses = parts.map((head) =>
    createHash('sha256').update(JSON.stringify(head)).update(JSON.stringify(body)).digest('base64url'),
  );
  assert.ok(!guesses.includes(requestFingerprint(vault, request)));
});
