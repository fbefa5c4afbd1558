import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFiles, MOST_FILES } from './test-groups.ts';

const files = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}.test.ts`);

test('every file is in one group, beside its neighbours', () => {
  for (const count of [1, 2, 3, 15, 16, 17, 100, 101]) {
    assert.deepEqual(groupFiles(files(count), 2).flat(), files(count));
  }
});

test('no group is empty or larger than a process may become', () => {
  for (const count of [1, 2, 5, 33, 100, 999]) {
    for (const group of groupFiles(files(count), 4)) {
      assert.ok(group.length >= 1 && group.length <= MOST_FILES, `${group.length} of ${count}`);
    }
  }
});

test('few files are divided among the processes that can run at once', () => {
  assert.deepEqual(
    groupFiles(files(5), 2).map(({ length }) => length),
    [2, 3],
  );
  assert.equal(groupFiles(files(1), 2).length, 1);
});
