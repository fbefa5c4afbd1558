import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceNames, platformName } from './device-names.ts';

test('devices of the same name are told apart, others are called as they are', () => {
  const devices = [
    { id: 'a-1111', name: 'MacBook' },
    { id: 'a-2222', name: 'MacBook' },
    { id: 'a-3333', name: 'Tower', platform: 'Mac' },
  ];
  assert.deepEqual(devices.map(deviceNames(devices)), ['MacBook (1111)', 'MacBook (2222)', 'Tower']);
  assert.deepEqual(devices.map(platformName), [undefined, undefined, 'macOS']);
});
