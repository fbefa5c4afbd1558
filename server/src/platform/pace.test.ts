import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace, PROCESS_LOAD, takeTurn } from './pace.ts';

/** A process whose time and work the test decides. */
function openPace() {
  let [now, busy] = [0, 0];
  const pace = createPace({ now: () => now, busy: () => busy });
  const pass = (milliseconds: number, busyMs: number): boolean => {
    now += milliseconds;
    busy += busyMs;
    return pace.isTurn();
  };
  return { pace, pass };
}

test('a patient job starts when the process was idle for half of the time since the last start', () => {
  const { pace, pass } = openPace();
  pace.start();
  assert.equal(pass(40, 40), false);
  assert.equal(pass(39, 0), false);
  assert.equal(pass(1, 0), true);
  pace.start();
  assert.equal(pass(30, 15), true, 'what happened before the last start does not count');
});

test('a patient job starts four times a second, however busy the process is', () => {
  const { pace, pass } = openPace();
  pace.start();
  assert.equal(pass(249, 249), false);
  assert.equal(pass(1, 1), true);
});

test('two patient jobs never start in the same moment', () => {
  const { pace, pass } = openPace();
  pace.start();
  assert.equal(pass(0, 0), false);
  assert.equal(pass(pace.lookMs - 1, 0), false);
  assert.equal(pass(1, 0), true);
});

test('by default, the load is that of this process', async () => {
  // The load is counted from the first turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 1));
  const { busy, now } = PROCESS_LOAD;
  const [begin, before] = [now(), busy()];
  while (now() - begin < 30);
  assert.ok(busy() - before >= 29, 'it was busy');
  // Idle time is told from busy time, however little a loaded machine leaves of it.
  const [rest, after] = [now(), busy()];
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(busy() - after < now() - rest, 'it was idle');
});

test('work waits for its turn, starts then, and waits no longer for a signal', async () => {
  const turns = [false, false, true, false];
  let starts = 0;
  const ending = new AbortController();
  const pace = {
    isTurn: () => {
      const turn = turns.shift();
      if (turn === undefined) ending.abort();
      return turn ?? false;
    },
    start: () => void (starts += 1),
    lookMs: 1,
  };
  await takeTurn(pace, ending.signal);
  assert.deepEqual([turns.length, starts], [1, 1]);
  await takeTurn(pace, ending.signal);
  assert.deepEqual([turns.length, starts, ending.signal.aborted], [0, 2, true]);
});
