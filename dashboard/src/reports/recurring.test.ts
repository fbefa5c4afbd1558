import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthsOf, type RecurringMonth, totalsOf } from './recurring.ts';

const euro = (amount: number) => ({ currency: 'EUR', amount });

const month = (name: string, end: number, subscribers: RecurringMonth['subscribers']): RecurringMonth => ({
  month: name,
  start: euro(0),
  new: euro(10.1),
  expansion: euro(0.2),
  reactivation: euro(1),
  contraction: euro(0.5),
  churn: euro(2),
  end: euro(end),
  subscribers,
});

const months = [
  month('2026-09', 10, { start: 0, new: 4, reactivated: 0, lost: 0, end: 4 }),
  month('2026-10', 20, { start: 4, new: 3, reactivated: 0, lost: 1, end: 6 }),
  month('2026-11', 30, { start: 6, new: 0, reactivated: 1, lost: 2, end: 5 }),
];

test('the months of a report are a year, or more where the period before begins earlier', () => {
  const november = { from: '2026-11-01', to: '2026-11-27' };
  const october = { from: '2026-10-01', to: '2026-10-27' };
  assert.deepEqual(monthsOf(november, october), { fromMonth: '2025-12', toMonth: '2026-11' });
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const yearBefore = { from: '2025-01-01', to: '2025-12-31' };
  assert.deepEqual(monthsOf(year, yearBefore), { fromMonth: '2025-01', toMonth: '2026-12' });
});

test('a period ends with its last month, and its churn is the share of those that it began with', () => {
  assert.deepEqual(totalsOf(months, { from: '2026-10-01', to: '2026-11-27' }), {
    end: 30,
    gain: 22.6,
    loss: 5,
    subscribers: 5,
    churn: 0.75,
  });
  const september = totalsOf(months, { from: '2026-09-01', to: '2026-09-30' });
  assert.deepEqual([september.end, september.churn], [10, undefined]);
  assert.equal(totalsOf(months, { from: '2027-01-01', to: '2027-01-31' }).end, 0);
});
