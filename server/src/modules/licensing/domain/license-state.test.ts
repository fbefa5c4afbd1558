import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenseStatus, trialStatus } from './license-state.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const [before, after] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];

test('a license is active until its end, and revoked whatever its end', () => {
  for (const [expiresAt, status] of [
    [null, 'Active'],
    [after, 'Active'],
    [NOW, 'Expired'],
    [before, 'Expired'],
  ] as const) {
    assert.equal(licenseStatus({ status: 'Active', expiresAt }, NOW), status);
    assert.equal(licenseStatus({ status: 'Revoked', expiresAt }, NOW), 'Revoked');
  }
});

test('a trial is active until its end', () => {
  assert.deepEqual(
    [after, NOW, before].map((expiresAt) => trialStatus({ expiresAt }, NOW)),
    ['Active', 'Expired', 'Expired'],
  );
});
