import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundary, type CycleLength } from './calendar.ts';
import { importedCalendar } from './imported-periods.ts';

interface Case {
  readonly cycle?: CycleLength;
  readonly anchorDate?: string;
  readonly paidThrough: string;
  readonly paidCycles?: number;
  readonly zone?: string;
}

const judge = ({ cycle = 'Monthly', paidThrough, paidCycles = 1, zone = 'UTC', anchorDate }: Case) =>
  importedCalendar({ cycle, anchorDate, paidThrough: new Date(paidThrough), paidCycles, zone });

/** The ends of its periods and of the two that follow, as days. */
function days(past: Case): string[] {
  const calendar = judge(past);
  assert.ok(!('field' in calendar), 'issue' in calendar ? calendar.issue : '');
  const { anchor, count } = calendar;
  const ends = Array.from({ length: count + 3 }, (_, n) => boundary(anchor, past.cycle ?? 'Monthly', n));
  assert.equal(ends[count]?.toISOString(), new Date(past.paidThrough).toISOString());
  return ends.map((end) => end.toISOString().slice(0, 10));
}

test('a paid period ends when the other system says, and what follows keeps the day of the anchor', () => {
  assert.deepEqual(days({ paidThrough: '2026-12-15T08:30:00Z' }), [
    '2026-11-15',
    '2026-12-15',
    '2027-01-15',
    '2027-02-15',
  ]);
  // After the end of a short month, the days of the anchor come back.
  assert.deepEqual(days({ anchorDate: '2024-01-31', paidThrough: '2027-02-28T00:00:00Z' }), [
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ]);
  assert.deepEqual(days({ anchorDate: '2024-01-31', paidThrough: '2027-03-31T00:00:00Z' }), [
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ]);
  assert.deepEqual(days({ cycle: 'Yearly', anchorDate: '2024-02-29', paidThrough: '2027-02-28T00:00:00Z' }), [
    '2024-02-29',
    '2025-02-28',
    '2026-02-28',
    '2027-02-28',
    '2028-02-29',
    '2029-02-28',
  ]);
  assert.deepEqual(days({ cycle: 'Quarterly', paidThrough: '2027-05-31T00:00:00Z' }).slice(-3), [
    '2027-05-31',
    '2027-08-31',
    '2027-11-30',
  ]);
});

test('paid cycles become periods, as many as have begun since the anchor at most', () => {
  for (const cycle of ['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const) {
    const calendar = judge({ cycle, paidThrough: '2026-12-15T08:30:00Z', paidCycles: 7 });
    assert.equal('count' in calendar && calendar.count, 7, cycle);
  }
  const none = judge({ paidThrough: '2026-12-15T00:00:00Z', paidCycles: 0 });
  assert.equal('count' in none && none.count, 1, 'the one that runs is not paid: it was free');
  const since = { anchorDate: '2026-10-15', paidThrough: '2026-12-15T00:00:00Z' };
  const all = judge({ ...since, paidCycles: 2 });
  assert.equal('count' in all && all.count, 2);
  assert.deepEqual(judge({ ...since, paidCycles: 3 }), {
    field: 'paidCycles',
    issue: 'must be at most 2: no more cycles have begun since 2026-10-15',
  });
});

test('of weeks and days, only as many are counted as were paid, whatever the day of the month', () => {
  const weekly = { cycle: 'Weekly', anchorDate: '2026-10-06', paidThrough: '2026-12-15T00:00:00Z' } as const;
  assert.deepEqual(days({ ...weekly, paidCycles: 2 }), [
    '2026-12-01',
    '2026-12-08',
    '2026-12-15',
    '2026-12-22',
    '2026-12-29',
  ]);
  const daily = judge({ cycle: 'Daily', anchorDate: '2026-11-01', paidThrough: '2026-12-15T00:00:00Z' });
  assert.equal('count' in daily && daily.count, 1);
});

test('an anchor may be a single cycle before the end', () => {
  assert.deepEqual(days({ anchorDate: '2026-11-15', paidThrough: '2026-12-15T00:00:00Z' }), [
    '2026-11-15',
    '2026-12-15',
    '2027-01-15',
    '2027-02-15',
  ]);
});

test('the local time of the end stays across daylight saving', () => {
  const calendar = judge({ paidThrough: '2026-12-01T08:00:00Z', zone: 'Europe/Berlin' });
  assert.deepEqual('anchor' in calendar && calendar.anchor, {
    date: '2026-11-01',
    time: '09:00:00',
    zone: 'Europe/Berlin',
  });
});

test('an anchor that does not lead to the end of the paid period, or is not before it, is an issue', () => {
  assert.deepEqual(judge({ anchorDate: '2026-10-14', paidThrough: '2026-12-15T00:00:00Z' }), {
    field: 'paidThrough',
    issue: 'must be the end of a cycle that is counted from 2026-10-14',
  });
  for (const anchorDate of ['2026-12-15', '2027-01-15'])
    assert.deepEqual(judge({ anchorDate, paidThrough: '2026-12-15T00:00:00Z' }), {
      field: 'anchor.date',
      issue: 'must be before the end of the paid period',
    });
});
