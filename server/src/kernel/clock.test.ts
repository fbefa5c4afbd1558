import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from './clock.ts';

test('the system clock tells the time of the machine', () => {
  const before = Date.now();
  const time = systemClock.now().getTime();
  assert.ok(time >= before && time <= Date.now());
});
