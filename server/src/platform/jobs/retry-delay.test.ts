import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ATTEMPTS, retryDelayMs } from './retry-delay.ts';

const ALMOST_ONE = 1 - Number.EPSILON;
const SECONDS = 1000;

test('the bound of the delay doubles from ten seconds to an hour', () => {
  const bounds = Array.from({ length: 14 }, (_, index) =>
    Math.ceil(retryDelayMs(index + 1, ALMOST_ONE) / SECONDS),
  );
  assert.deepEqual(bounds, [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600, 3600]);
});

test('the jitter is full: anything from nothing to the bound', () => {
  assert.equal(retryDelayMs(5, 0), 0);
  assert.equal(retryDelayMs(5, 0.25), 40 * SECONDS);
  assert.ok(retryDelayMs(5, ALMOST_ONE) < 160 * SECONDS);
});

test('never exceeds an hour, however often a job has failed', () => {
  assert.ok(retryDelayMs(5000, ALMOST_ONE) <= 3600 * SECONDS);
});

test('a job is given up after hours, not after minutes', () => {
  let sumMs = 0;
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) sumMs += retryDelayMs(attempt, 0.5);
  assert.ok(sumMs > 90 * 60 * SECONDS);
});
