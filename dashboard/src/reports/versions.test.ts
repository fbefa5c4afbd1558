import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionsIn } from './versions.ts';

test('versions are counted by day, licenses only, and the most used is first', () => {
  const row = { productId: 'app', kind: 'License' as const, platform: 'Mac' };
  const items = [
    { ...row, day: '2026-11-01', appVersion: '1.0', activeDevices: 1 },
    { ...row, day: '2026-11-01', appVersion: '2.0', activeDevices: 10 },
    { ...row, day: '2026-11-02', appVersion: '2.0', activeDevices: 5 },
    { ...row, day: '2026-11-02', appVersion: '2.0', kind: 'Trial' as const, activeDevices: 99 },
  ];
  assert.deepEqual(
    versionsIn(items, 2).map(({ version, devices }) => [version, devices]),
    [
      ['2.0', 7.5],
      ['1.0', 0.5],
    ],
  );
});
