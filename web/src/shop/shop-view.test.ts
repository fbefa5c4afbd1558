import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countShown } from './shop-view.ts';

test('a section shows a page of cards for each request, and a small rest with them', () => {
  const counts = (total: number, isNarrow: boolean) =>
    [0, 1, 2].map((requests) => countShown(total, requests, isNarrow));
  assert.deepEqual(counts(60, true), [12, 24, 36]);
  assert.deepEqual(counts(60, false), [24, 48, 60]);
  assert.deepEqual(counts(15, true), [15, 15, 15]);
  assert.deepEqual(counts(16, true), [12, 16, 16]);
  assert.deepEqual(counts(3, false), [3, 3, 3]);
});
