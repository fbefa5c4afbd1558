import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { otherBoundary } from '../../../../test/walks/other-calendar.ts';
import { type Anchor, anchorAt, boundary, type CycleLength, cycleNamed, cyclesBefore } from './calendar.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const CYCLES: readonly CycleLength[] = ['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'];

const berlin = (date: string, time = '12:00:00'): Anchor => ({ date, time, zone: 'Europe/Berlin' });

const cases: [string, Anchor, CycleLength, number, string][] = [
  ['31 January → 28 February', berlin('2026-01-31'), 'Monthly', 1, '2026-02-28T11:00:00.000Z'],
  ['… → 31 March, not the 28th', berlin('2026-01-31'), 'Monthly', 2, '2026-03-31T10:00:00.000Z'],
  ['31 January → 29 February', berlin('2028-01-31'), 'Monthly', 1, '2028-02-29T11:00:00.000Z'],
  ['29 February → 28 February', berlin('2028-02-29'), 'Yearly', 1, '2029-02-28T11:00:00.000Z'],
  ['… and 29 in a leap year', berlin('2028-02-29'), 'Yearly', 4, '2032-02-29T11:00:00.000Z'],
  ['30 November → 28 February', berlin('2026-11-30'), 'Quarterly', 1, '2027-02-28T11:00:00.000Z'],
  ['weeks are seven local days', berlin('2026-03-25'), 'Weekly', 1, '2026-04-01T10:00:00.000Z'],
  ['a skipped time is later', berlin('2026-03-28', '02:30:00'), 'Daily', 1, '2026-03-29T01:30:00.000Z'],
  ['… on that day only', berlin('2026-03-28', '02:30:00'), 'Daily', 2, '2026-03-30T00:30:00.000Z'],
  [
    'a repeated time is the earlier',
    berlin('2026-10-24', '02:30:00'),
    'Daily',
    1,
    '2026-10-25T00:30:00.000Z',
  ],
  ['… on that day only', berlin('2026-10-24', '02:30:00'), 'Daily', 2, '2026-10-26T01:30:00.000Z'],
];

for (const [name, anchor, cycle, count, end] of cases) {
  test(`${name}: ${count} × ${cycle} from ${anchor.date} ${anchor.time} end ${end}`, () => {
    assert.equal(boundary(anchor, cycle, count).toISOString(), end);
  });
}

const anchors = fc
  .record({
    year: fc.integer({ min: 2024, max: 2032 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.oneof(fc.constantFrom(28, 29, 30, 31), fc.integer({ min: 1, max: 31 })),
    // Half of them in the hours that daylight saving skips and repeats.
    hour: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 0, max: 23 })),
    minute: fc.integer({ min: 0, max: 59 }),
    zone: fc.constantFrom(...ZONES),
  })
  .map(({ year, month, day, hour, minute, zone }): Anchor => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const pad = (part: number) => String(part).padStart(2, '0');
    return {
      date: `${year}-${pad(month)}-${pad(Math.min(day, last))}`,
      time: `${pad(hour)}:${pad(minute)}:00`,
      zone,
    };
  });
const cycles = fc.constantFrom(...CYCLES);
const counts = fc.integer({ min: 0, max: 400 });

test('every boundary is the one that another library works out', () => {
  fc.assert(
    fc.property(anchors, cycles, counts, (anchor, cycle, count) => {
      assert.deepEqual(boundary(anchor, cycle, count), otherBoundary(anchor, cycle, count));
    }),
    { numRuns: 2_000 },
  );
});

test('every day of a year with its changes of the clocks, in each zone, at times of the night', () => {
  for (const zone of ZONES) {
    for (const time of ['01:45:00', '02:00:00', '02:15:00', '03:00:00']) {
      const anchor = { date: '2027-02-28', time, zone };
      for (let day = 0; day < 370; day += 1)
        assert.deepEqual(
          boundary(anchor, 'Daily', day),
          otherBoundary(anchor, 'Daily', day),
          `${zone} ${time}`,
        );
    }
  }
});

test('periods follow each other without gap or overlap, and never last no time', () => {
  fc.assert(
    fc.property(anchors, cycles, counts, (anchor, cycle, count) => {
      assert(boundary(anchor, cycle, count) < boundary(anchor, cycle, count + 1));
    }),
  );
});

test('the cycles before a moment are those whose end has come', () => {
  fc.assert(
    fc.property(anchors, cycles, counts, fc.nat(60_000), (anchor, cycle, count, laterMs) => {
      const end = boundary(anchor, cycle, count);
      assert.equal(cyclesBefore(anchor, cycle, end), count);
      assert.equal(cyclesBefore(anchor, cycle, new Date(end.getTime() + laterMs)), count);
      const justBefore = new Date(end.getTime() - 1);
      assert.equal(cyclesBefore(anchor, cycle, justBefore), Math.max(0, count - 1));
    }),
    { numRuns: 300 },
  );
});

test('what begins now is anchored at the local date and time, to the second', () => {
  const now = new Date('2026-12-31T23:30:15.678Z');
  assert.deepEqual(anchorAt(now, 'Europe/Berlin'), berlin('2027-01-01', '00:30:15'));
  assert.deepEqual(anchorAt(now, 'UTC'), { date: '2026-12-31', time: '23:30:15', zone: 'UTC' });
  assert.equal(boundary(anchorAt(now, 'UTC'), 'Daily', 0).toISOString(), '2026-12-31T23:30:15.000Z');
});

test('an anchor in the repeated hour counts from its first pass', () => {
  const second = new Date('2026-10-25T01:30:00.000Z');
  const first = boundary(anchorAt(second, 'Europe/Berlin'), 'Daily', 0);
  assert.equal(first.toISOString(), '2026-10-25T00:30:00.000Z');
});

test('what does not exist is an error', () => {
  assert.throws(() => boundary(berlin('2026-02-30T'), 'Monthly', 1), RangeError);
  assert.throws(() => boundary({ ...berlin('2026-02-28'), zone: 'Mars/Base' }, 'Monthly', 1), RangeError);
  for (const count of [-1, 1.5, Number.NaN])
    assert.throws(() => boundary(berlin('2026-02-28'), 'Monthly', count), RangeError);
  for (const cycle of CYCLES) assert.equal(cycleNamed(cycle), cycle);
  assert.throws(() => cycleNamed('OneOff'), RangeError);
});
