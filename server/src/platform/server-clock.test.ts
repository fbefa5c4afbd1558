import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isServerClock, serverClock } from './server-clock.ts';

const HOUR_MS = 3_600_000;

test('a clock tells how far the time of the machine has jumped, and that time has passed is no jump', () => {
  let wall = Date.UTC(2026, 0, 1);
  let steady = 5_000;
  const clock = serverClock({ wallMs: () => wall, steadyMs: () => steady });
  wall += HOUR_MS;
  steady += HOUR_MS;
  assert.equal(clock.jumpMs(), 0);
  wall += 30 * HOUR_MS;
  assert.equal(clock.jumpMs(), 30 * HOUR_MS);
  wall -= 31 * HOUR_MS;
  assert.equal(clock.jumpMs(), -HOUR_MS);
});

test('a clock that is moved on purpose goes on from there, never back, and that is no jump', () => {
  const wall = Date.UTC(2026, 0, 1);
  const clock = serverClock({ wallMs: () => wall, steadyMs: () => 0 });
  const later = new Date(wall + 400 * 24 * HOUR_MS);
  clock.moveTo(later);
  clock.moveTo(new Date(wall));
  assert.deepEqual([clock.now(), clock.jumpMs()], [later, 0]);
  assert.ok(isServerClock(clock));
});
