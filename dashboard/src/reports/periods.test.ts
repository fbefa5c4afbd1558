import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf } from '../parts/days.ts';
import { choicesOf, dayIn, kindOf, lastingName, periodOf, periodWith, spanOf } from './periods.ts';

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

test('any month, quarter and year has its days, beside the period before or the same of the year before', () => {
  const today = '2026-11-28';
  assert.deepEqual(spanOf('2024-02', today), {
    span: { from: '2024-02-01', to: '2024-02-29' },
    before: { from: '2024-01-01', to: '2024-01-31' },
  });
  assert.deepEqual(spanOf('2024-02', today, 'yearBefore').before, { from: '2023-02-01', to: '2023-02-28' });
  assert.deepEqual(spanOf('2026-Q1', today), {
    span: { from: '2026-01-01', to: '2026-03-31' },
    before: { from: '2025-10-01', to: '2025-12-31' },
  });
  assert.deepEqual(spanOf('2026-Q3', today, 'yearBefore').before, { from: '2025-07-01', to: '2025-09-30' });
  assert.deepEqual(spanOf('2023', today), {
    span: { from: '2023-01-01', to: '2023-12-31' },
    before: { from: '2022-01-01', to: '2022-12-31' },
  });
  assert.deepEqual(spanOf('2026-Q4', today, 'yearBefore'), {
    span: { from: '2026-10-01', to: today },
    before: { from: '2025-10-01', to: '2025-11-28' },
  });
});

test('a text that names no period, or one to come, is this month', () => {
  const name = (text: string | undefined) => periodOf(text, '2026-11-28');
  for (const text of ['2026-11', '2026-Q4', '2026', '2019-Q2', 'lastYear']) assert.equal(name(text), text);
  for (const text of [
    undefined,
    '2026-12',
    '2027',
    '2027-Q1',
    '2026-13',
    '2026-Q5',
    '1999',
    'ever',
    '2026-1',
  ])
    assert.equal(name(text), 'thisMonth', text ?? 'none');
});

test('a period has a kind, and a name that stays when time goes on', () => {
  const today = '2026-02-10';
  const cases: [period: string, kind: string, name: string][] = [
    ['thisMonth', 'month', '2026-02'],
    ['lastMonth', 'month', '2026-01'],
    ['thisQuarter', 'quarter', '2026-Q1'],
    ['lastQuarter', 'quarter', '2025-Q4'],
    ['lastYear', 'year', '2025'],
    ['2024-Q3', 'quarter', '2024-Q3'],
    ['2024-12', 'month', '2024-12'],
  ];
  for (const [period, kind, name] of cases)
    assert.deepEqual([kindOf(period, today), lastingName(period, today)], [kind, name], period);
});

test('every period of ten years can be chosen, and none that is to come', () => {
  const today = '2026-05-10';
  const { years, months } = choicesOf('2026-03', today);
  assert.deepEqual([years.length, years[0], years.at(-1), months], [10, 2026, 2017, [0, 1, 2, 3, 4]]);
  assert.deepEqual(choicesOf('2026-Q1', today).months, [0, 3]);
  assert.deepEqual(choicesOf('2025-Q1', today).months, [0, 3, 6, 9]);
  assert.ok(choicesOf('2011', today).years.includes(2011), 'an address may have an older one');
  assert.equal(periodWith('2025-09', { year: 2026, month: 8 }, today), '2026-05');
  assert.equal(periodWith('2025-Q3', { year: 2026, month: 6 }, today), '2026-Q2');
  assert.equal(periodWith('2025-Q3', { year: 2024, month: 9 }, today), '2024-Q4');
  assert.equal(periodWith('2025', { year: 2024, month: 0 }, today), '2024');
});
