import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withFileLock } from './file-lock.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-lock-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('lets one at a time through, and eventually all of them', async () => {
  let inside = 0;
  const turns: number[] = [];
  const enter = async (): Promise<void> => {
    inside += 1;
    turns.push(inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => withFileLock(join(folder, 'one.lock'), enter)));
  assert.deepEqual(
    turns,
    Array.from({ length: 10 }, () => 1),
  );
});

test('is free again after work that failed, and hands the failure on', async () => {
  const path = join(folder, 'two.lock');
  await assert.rejects(
    withFileLock(path, async () => {
      throw new Error('on purpose');
    }),
    /on purpose/,
  );
  assert.equal(await withFileLock(path, async () => 'free'), 'free');
});
