import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatabaseFailure, databaseFailure, DatabaseUnavailable, isUniqueViolation } from './errors.ts';

/** Codes from the engines, including the extended ones of SQLite. */
const SQLITE: readonly (readonly [errcode: number, failure: DatabaseFailure | undefined])[] = [
  [2067, 'unique'],
  [1555, 'unique'],
  [787, 'reference'],
  [275, 'check'],
  // Busy, busy with a snapshot, out of memory, a disk failure while reading and while syncing, full, no file.
  ...[5, 517, 7, 266, 1034, 13, 14].map((errcode) => [errcode, 'unavailable'] as const),
  // A mistake in the statement, and a missing value: defects.
  [1, undefined],
  [1299, undefined],
];
const POSTGRES: readonly (readonly [code: string, failure: DatabaseFailure | undefined])[] = [
  ['23505', 'unique'],
  ['23503', 'reference'],
  ['23514', 'check'],
  ['40001', 'retry'],
  ['40P01', 'retry'],
  // Unreachable, starting, full, too many connections, a lock or response timeout, a standby.
  ...['ECONNREFUSED', 'ENOENT', '08006', '57P03', '53100', '53300', '55P03', '57014', '25P03', '25006'].map(
    (code) => [code, 'unavailable'] as const,
  ),
  ['42601', undefined],
  ['23502', undefined],
];

test('every failure of an engine is reported by its code', () => {
  for (const [errcode, failure] of SQLITE) {
    assert.equal(
      databaseFailure(Object.assign(new Error('it failed'), { errcode })),
      failure,
      String(errcode),
    );
  }
  for (const [code, failure] of POSTGRES) {
    assert.equal(databaseFailure(Object.assign(new Error('it failed'), { code })), failure, code);
  }
});

test('other errors are not database failures', () => {
  assert.equal(databaseFailure(new Error('a defect')), undefined);
  assert.equal(databaseFailure('a text'), undefined);
  assert.equal(databaseFailure(new DatabaseUnavailable('away')), 'unavailable');
  assert.equal(databaseFailure(new Error('Connection terminated unexpectedly')), 'unavailable');
  assert.equal(isUniqueViolation(Object.assign(new Error('it failed'), { code: '23505' })), true);
});
