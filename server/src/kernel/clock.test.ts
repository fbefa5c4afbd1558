import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock, systemClock } from './clock.ts';

test('the system clock tells the time of the machine', () => {
  const before = Date.now();
  const time = systemClock.now().getTime();
  assert.ok(time >= before && time <= Date.now());
});

test('a manual clock moves only when told to', () => {
  const clock = manualClock(new Date('2031-05-01T10:00:00.000Z'));
  assert.equal(clock.now().toISOString(), '2031-05-01T10:00:00.000Z');
  clock.advance(90_000);
  assert.equal(clock.now().toISOString(), '2031-05-01T10:01:30.000Z');
  clock.set(new Date('2030-01-01T00:00:00.000Z'));
  assert.equal(clock.now().toISOString(), '2030-01-01T00:00:00.000Z');
});

test('a manual clock cannot be changed through the dates given to it or taken from it', () => {
  const start = new Date('2031-05-01T10:00:00.000Z');
  const clock = manualClock(start);
  start.setUTCFullYear(1999);
  clock.now().setUTCFullYear(1998);
  assert.equal(clock.now().toISOString(), '2031-05-01T10:00:00.000Z');
});

test('a manual clock refuses an invalid date and keeps its time', () => {
  assert.throws(() => manualClock(new Date(NaN)), RangeError);
  const clock = manualClock(new Date(0));
  assert.throws(() => clock.set(new Date(NaN)), RangeError);
  assert.throws(() => clock.advance(Infinity), RangeError);
  assert.equal(clock.now().getTime(), 0);
});
