import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from './once.ts';

test('a loaded value is not loaded again, and concurrent callers share one attempt', async () => {
  let attempts = 0;
  const load = once(async () => (attempts += 1));
  assert.deepEqual(await Promise.all([load(), load()]), [1, 1]);
  assert.equal(await load(), 1);
});

test('a failure reaches its callers, and the next call tries again', async () => {
  let attempts = 0;
  const load = once(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('too many open files');
    return attempts;
  });
  const failures = await Promise.allSettled([load(), load()]);
  assert.deepEqual(
    failures.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await load(), 2);
});
