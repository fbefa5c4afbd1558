import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { type QueueEntry, takeNext } from '../server/test/queue.ts';
import { MOST_FILES, processTimeout, queueOf, writeQueue } from './test-queue.ts';
import type { Selection } from './test-selection.ts';

const files = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}.test.ts`);
const onSqlite = (list: string[]): Selection => ({ sqlite: list, postgres: [] });

test('every file is in the queue once per engine, the last one first', () => {
  assert.deepEqual(queueOf({ sqlite: ['a.test.ts', 'b.test.ts'], postgres: ['b.test.ts'] }), [
    { engine: 'sqlite', files: ['b.test.ts'] },
    { engine: 'postgres', files: ['b.test.ts'] },
    { engine: 'sqlite', files: ['a.test.ts'] },
  ]);
  const all = queueOf(onSqlite(files(300))).flatMap((entry) => entry.files);
  assert.deepEqual(all.toSorted(), files(300).toSorted());
  assert.deepEqual(queueOf(onSqlite([])), []);
});

test('files whose tests share processes are one entry of their engine, before all others', () => {
  const races = ['server/test/races/orders.test.ts', 'server/test/races/seats.test.ts'];
  assert.deepEqual(queueOf({ sqlite: ['z.test.ts', ...races], postgres: races }), [
    { engine: 'sqlite', files: races },
    { engine: 'postgres', files: races },
    { engine: 'sqlite', files: ['z.test.ts'] },
  ]);
});

test('limits concurrent programs, unless one of them would grow too large', async () => {
  const counts: number[] = [];
  for (const count of [1, 3, MOST_FILES * 3 + 1])
    await withQueue(queueOf(onSqlite(files(count))), async (programs) => counts.push(programs.length));
  assert.deepEqual(counts, [1, 2, 4]);
});

test('a process may take as long as all of its files, and no longer than a timer can wait', () => {
  assert.equal(processTimeout(1_000), MOST_FILES * 1_000);
  const longForm = processTimeout(6 * 3_600_000);
  assert.ok(longForm > 20 * 24 * 3_600_000);
  assert.ok(longForm < 2 ** 31);
});

test('a process takes entries that no other process has taken, in the order of the queue', async () => {
  const entries = queueOf(onSqlite(files(12)));
  await withQueue(entries, (_, queue) => {
    const order = Array.from({ length: 13 }, () => takeNext(queue));
    assert.deepEqual(order, [...entries, undefined]);
  });
});

async function withQueue(
  entries: QueueEntry[],
  work: (programs: string[], queue: string) => unknown,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-queue-'));
  try {
    const programs = await writeQueue(folder, folder, entries, { processes: 2, timeout: 1 });
    assert.equal((await readdir(folder)).length, programs.length + 1);
    await work(programs, path.join(folder, 'queue'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
