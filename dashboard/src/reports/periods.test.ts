import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, daysOf, quarterOf, spanOf } from './periods.ts';

test('a period that runs is compared with as many days of the one before', () => {
  assert.deepEqual(spanOf('thisMonth', '2026-11-26'), {
    span: { from: '2026-11-01', to: '2026-11-26' },
    before: { from: '2026-10-01', to: '2026-10-26' },
  });
  assert.deepEqual(spanOf('thisMonth', '2026-03-31').before, { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(spanOf('thisQuarter', '2026-02-10'), {
    span: { from: '2026-01-01', to: '2026-02-10' },
    before: { from: '2025-10-01', to: '2025-11-10' },
  });
});

test('a period that is over is whole, and so is the one before', () => {
  assert.deepEqual(spanOf('lastMonth', '2026-01-15'), {
    span: { from: '2025-12-01', to: '2025-12-31' },
    before: { from: '2025-11-01', to: '2025-11-30' },
  });
  assert.deepEqual(spanOf('lastQuarter', '2026-11-26').span, { from: '2026-07-01', to: '2026-09-30' });
  assert.deepEqual(spanOf('lastYear', '2026-11-26').before, { from: '2024-01-01', to: '2024-12-31' });
  assert.deepEqual(spanOf('thisMonth', '2026-11-30').span, { from: '2026-11-01', to: '2026-11-30' });
});

test('today is a day of the time zone of the account', () => {
  const moment = new Date('2026-10-31T23:30:00Z');
  assert.deepEqual(
    [dayIn(moment, 'Europe/Berlin'), dayIn(moment, 'America/New_York')],
    ['2026-11-01', '2026-10-31'],
  );
});

test('the days of a span are all of them', () => {
  assert.deepEqual(daysOf({ from: '2026-02-27', to: '2026-03-01' }), [
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
});

test('a quarter has its name, and other periods have none', () => {
  const quarter = (period: 'thisQuarter' | 'lastQuarter' | 'thisMonth' | 'lastYear', today: string) =>
    quarterOf(period, spanOf(period, today).span);
  assert.equal(quarter('thisQuarter', '2026-11-27'), '2026-Q4');
  assert.equal(quarter('lastQuarter', '2026-02-01'), '2025-Q4');
  assert.equal(quarter('lastQuarter', '2026-09-30'), '2026-Q2');
  assert.deepEqual(
    [quarter('thisMonth', '2026-10-05'), quarter('lastYear', '2026-10-05')],
    [undefined, undefined],
  );
});
