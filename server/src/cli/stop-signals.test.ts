import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../platform/log.ts';
import { createStopSignals, SAME_REQUEST_MS } from './stop-signals.ts';

function signalsAt(clock: { now: number }) {
  const events: string[] = [];
  const signals = createStopSignals({
    log: createLog('silent'),
    now: () => clock.now,
    stop: () => events.push('stop'),
    abandon: () => events.push('abandon'),
  });
  return { signals, events };
}

test('signals that a group is sent within two seconds are one request to stop', () => {
  const clock = { now: 5_000 };
  const { signals, events } = signalsAt(clock);
  signals.receive('SIGINT');
  signals.receive('SIGINT');
  clock.now += SAME_REQUEST_MS - 1;
  signals.receive('SIGTERM');
  assert.deepEqual(events, ['stop']);
});

test('a signal two seconds after the first ends the process, however many came in between', () => {
  const clock = { now: 5_000 };
  const { signals, events } = signalsAt(clock);
  signals.receive('SIGTERM');
  clock.now += SAME_REQUEST_MS - 1;
  signals.receive('SIGTERM');
  clock.now += 1;
  signals.receive('SIGTERM');
  assert.deepEqual(events, ['stop', 'abandon']);
});
