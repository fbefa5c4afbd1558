import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CODES_A_PRINT, obstacleOf, openCodesIn, partsOf } from './open-codes.ts';

test('the codes to print are those that nobody has redeemed', () => {
  const csv = [
    'code,redeemedAt,customerId',
    'AAAAA-BBBBB,,',
    'CCCCC-DDDDD,2026-11-28T10:00:00.000Z,b3f9',
    'EEEEE-FFFFF,,',
    '',
  ];
  assert.deepEqual(openCodesIn(csv.join('\n')), ['AAAAA-BBBBB', 'EEEEE-FFFFF']);
  assert.deepEqual(openCodesIn(csv.join('\r\n')), ['AAAAA-BBBBB', 'EEEEE-FFFFF']);
  assert.deepEqual(openCodesIn('code,redeemedAt,customerId\n'), []);
});

test('many codes are printed in parts, and every code is in one', () => {
  assert.deepEqual(partsOf(0), []);
  assert.deepEqual(partsOf(1), [{ first: 1, last: 1 }]);
  assert.deepEqual(partsOf(CODES_A_PRINT), [{ first: 1, last: CODES_A_PRINT }]);
  assert.deepEqual(
    partsOf(2 * CODES_A_PRINT + 1).map(({ first, last }) => [first, last]),
    [
      [1, CODES_A_PRINT],
      [CODES_A_PRINT + 1, 2 * CODES_A_PRINT],
      [2 * CODES_A_PRINT + 1, 2 * CODES_A_PRINT + 1],
    ],
  );
});

test('codes that cannot be redeemed are not printed', () => {
  const now = Date.parse('2027-01-31T12:00:00Z');
  assert.equal(obstacleOf({ status: 'Ready' }, now), undefined);
  assert.equal(obstacleOf({ status: 'Ready', expiresAt: '2027-01-31T12:00:01Z' }, now), undefined);
  assert.equal(obstacleOf({ status: 'Ready', expiresAt: '2027-01-31T12:00:00Z' }, now), 'expired');
  assert.equal(obstacleOf({ status: 'Revoked' }, now), 'takenBack');
  assert.equal(obstacleOf({ status: 'Generating' }, now), 'generating');
});
