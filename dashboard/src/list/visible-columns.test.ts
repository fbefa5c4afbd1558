import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleColumns } from './use-visible-columns.ts';

const COLUMNS = [{ id: 'name' }, { id: 'email' }, { id: 'phone', isExtra: true }];

test('a list shows its usual columns until somebody chooses others, and its first one always', () => {
  assert.deepEqual([...visibleColumns(undefined, COLUMNS)], ['name', 'email']);
  assert.deepEqual([...visibleColumns('phone', COLUMNS)], ['name', 'phone']);
  assert.deepEqual([...visibleColumns('', COLUMNS)], ['name']);
});

test('columns that an earlier version had are forgotten', () => {
  assert.deepEqual([...visibleColumns('gone,email', COLUMNS)], ['name', 'email']);
});
