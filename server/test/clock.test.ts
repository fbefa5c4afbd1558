import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stillClock, testClock } from './clock.ts';
import { startTestApp } from './harness.ts';

const WHY = 'this test is about the clock itself';

test('the clock of tests moves with every reading', () => {
  const clock = testClock(new Date(0));
  assert.deepEqual(
    [1, 2, 3].map(() => clock.now().getTime()),
    [0, 1, 2],
  );
  clock.advance(90_000);
  assert.equal(clock.now().getTime(), 90_003);
  clock.set(new Date('2030-01-01T00:00:00.000Z'));
  assert.equal(clock.now().toISOString(), '2030-01-01T00:00:00.000Z');
  assert.equal(clock.now().toISOString(), '2030-01-01T00:00:00.001Z');
});

test('so does the clock of a test application', async () => {
  const app = await startTestApp();
  try {
    const { clock } = app.system;
    assert.notDeepEqual(clock.now(), clock.now());
  } finally {
    await app.close();
  }
});

test('a still clock moves only when told to, and only with a reason', () => {
  const clock = stillClock(new Date('2031-05-01T10:00:00.000Z'), WHY);
  clock.now();
  assert.equal(clock.now().toISOString(), '2031-05-01T10:00:00.000Z');
  clock.advance(90_000);
  assert.equal(clock.now().toISOString(), '2031-05-01T10:01:30.000Z');
  assert.throws(() => stillClock(new Date(0), ''), /says why/);
});

const shared = testClock(new Date(0));
test('a clock stands still …', () => {
  shared.now();
  shared.hold(WHY);
  assert.deepEqual([shared.now().getTime(), shared.now().getTime()], [1_000, 1_000]);
});
test('… until the end of the test', () => {
  assert.deepEqual([shared.now().getTime(), shared.now().getTime()], [1_000, 1_001]);
});

test('a clock cannot be changed through the dates given to it or taken from it', () => {
  const start = new Date('2031-05-01T10:00:00.000Z');
  const clock = stillClock(start, WHY);
  start.setUTCFullYear(1999);
  clock.now().setUTCFullYear(1998);
  assert.equal(clock.now().toISOString(), '2031-05-01T10:00:00.000Z');
});

test('a clock refuses an invalid date and keeps its time', () => {
  assert.throws(() => testClock(new Date(NaN)), RangeError);
  const clock = testClock(new Date(0));
  assert.throws(() => clock.set(new Date(NaN)), RangeError);
  assert.throws(() => clock.advance(Infinity), RangeError);
  assert.equal(clock.now().getTime(), 0);
});
