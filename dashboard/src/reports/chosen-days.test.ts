import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfPeriod, earlierDays, faultOf, periodOfDays } from './chosen-days.ts';
import { kindOf, lastingName, periodOf, spanOf } from './periods.ts';

const TODAY = '2026-11-29';
const SPAN = { from: '2026-11-02', to: '2026-11-15' };

test('days from one to another are a period, with as many days before it or those of the year before', () => {
  const period = periodOfDays(SPAN);
  assert.equal(period, '2026-11-02..2026-11-15');
  assert.equal(periodOf(period, TODAY), period);
  assert.deepEqual([kindOf(period, TODAY), lastingName(period, TODAY)], ['days', period]);
  assert.deepEqual(spanOf(period, TODAY), { span: SPAN, before: { from: '2026-10-19', to: '2026-11-01' } });
  assert.deepEqual(spanOf(period, TODAY, 'yearBefore').before, { from: '2025-11-02', to: '2025-11-15' });
  assert.deepEqual(earlierDays({ from: '2024-02-29', to: '2024-03-01' }, 'yearBefore'), {
    from: '2023-02-28',
    to: '2023-03-01',
  });
});

test('no report has days that are none, have not begun, are in the wrong order or too many', () => {
  const faults = [
    [{ from: '2026-02-30', to: '2026-03-01' }, 'day'],
    [{ from: '', to: '2026-03-01' }, 'day'],
    [{ from: '0002-01-01', to: '2026-03-01' }, 'day'],
    [{ from: '2026-11-29', to: '2026-11-30' }, 'day'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'order'],
    [{ from: '2025-01-01', to: '2026-01-03' }, 'length'],
    [{ from: '2025-01-01', to: '2026-01-02' }, undefined],
    [{ from: TODAY, to: TODAY }, undefined],
  ] as const;
  for (const [span, fault] of faults) {
    assert.equal(faultOf(span, TODAY), fault, JSON.stringify(span));
    assert.equal(daysOfPeriod(periodOfDays(span), TODAY) === undefined, fault !== undefined);
  }
  assert.equal(periodOf('2026-11-15..2026-11-02', TODAY), 'thisMonth');
});
