import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMove } from './with-move.ts';

test('an entry moves to any place, and the others keep their order', () => {
  assert.deepEqual(withMove(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(withMove(['a', 'b', 'c', 'd'], 3, 1), ['a', 'd', 'b', 'c']);
  assert.deepEqual(withMove(['a', 'b'], 1, 1), ['a', 'b']);
});
