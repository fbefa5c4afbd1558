import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taxRateIssues } from './check-tax-rate.ts';

const RATE = {
  country: 'CA',
  region: 'ON',
  rateMillionths: 130_000,
  reason: 'Standard',
  firstDay: null,
  lastDay: null,
} as const;

const fieldsOf = (
  changes: Partial<Parameters<typeof taxRateIssues>[0]>,
  before?: Parameters<typeof taxRateIssues>[1],
) => Object.keys(taxRateIssues({ ...RATE, ...changes }, before));

test('a rate is a fraction from 0 to 1, and 0 where its reason is not the standard one', () => {
  for (const rateMillionths of [0, 1, 1_000_000]) assert.deepEqual(fieldsOf({ rateMillionths }), []);
  for (const rateMillionths of [-1, 0.5, 1_000_001, Number.NaN])
    assert.deepEqual(fieldsOf({ rateMillionths }), ['rate']);
  for (const reason of ['ZeroRated', 'Exempt'] as const) {
    assert.deepEqual(fieldsOf({ reason, rateMillionths: 0 }), []);
    assert.deepEqual(fieldsOf({ reason, rateMillionths: 1 }), ['rate']);
  }
});

test('a period may be one day, and is open where it has no day', () => {
  const [first, second] = ['2026-01-31', '2026-02-01'];
  assert.deepEqual(fieldsOf({ firstDay: first, lastDay: first }), []);
  assert.deepEqual(fieldsOf({ firstDay: first, lastDay: second }), []);
  assert.deepEqual(fieldsOf({ firstDay: second, lastDay: first }), ['lastDay']);
  assert.deepEqual(fieldsOf({ firstDay: second }), []);
  assert.deepEqual(fieldsOf({ lastDay: first }), []);
  assert.deepEqual(fieldsOf({ firstDay: '2026-02-30', lastDay: '2026-13-01' }), ['firstDay', 'lastDay']);
});

test('a region that stays, in a country that stays, is not judged; any other is', () => {
  const old = { ...RATE, region: 'Ontario' };
  assert.deepEqual(fieldsOf({ region: 'Ontario' }, old), []);
  assert.deepEqual(fieldsOf({ region: 'Ontario' }), ['region']);
  assert.deepEqual(fieldsOf({ region: 'Quebec' }, old), ['region']);
  assert.deepEqual(fieldsOf({ region: 'Ontario', country: 'US' }, old), ['region']);
  assert.deepEqual(fieldsOf({ region: null }, old), []);
});

test('a region has 1 to 64 characters, and is no number', () => {
  for (const region of ['x', 'x'.repeat(64)]) assert.deepEqual(fieldsOf({ country: 'FR', region }), []);
  for (const region of ['', ' ', 'x'.repeat(65), '75 001'])
    assert.deepEqual(fieldsOf({ country: 'FR', region }), ['region']);
});
