import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_RATE, phaseOn, rateIn, rateValuesOf, shareIn } from './rate-values.ts';

test('a percentage is a share without what binary fractions add; other texts are none', () => {
  for (const [text, share] of [
    ['19', 0.19],
    ['8.875', 0.088_75],
    [' 8,875 ', 0.088_75],
    ['0', 0],
    ['7.0001', 0.070_001],
  ] as const)
    assert.equal(shareIn(text), share, text);
  for (const text of ['', '19 %', 'ten', '-1', '7.00001']) assert.equal(shareIn(text), undefined, text);
});

test('a rate is sent as the API takes it, with the reason that fits', () => {
  const values = { ...NO_RATE, country: ' us ', region: ' NY ', rate: '8.875', firstDay: '2027-01-01' };
  assert.deepEqual(rateIn(values, 0.088_75), {
    country: 'US',
    region: 'NY',
    rate: 0.088_75,
    reason: 'standard',
    targets: [],
    firstDay: '2027-01-01',
    lastDay: null,
  });
  assert.equal(rateIn({ ...values, reason: 'exempt' }, 0.1).reason, 'standard');
  assert.equal(rateIn({ ...values, reason: 'exempt' }, 0).reason, 'exempt');
  assert.equal(rateIn(values, 0).reason, 'zero_rated');
});

test('a rate that is opened and saved stays as it is', () => {
  const targets = [{ type: 'Product' as const, id: 'book', variationIds: ['book-once'] }];
  const rate = {
    country: 'DE',
    region: null,
    rate: 0.07,
    reason: 'standard' as const,
    targets,
    firstDay: null,
    lastDay: '2027-12-31',
  };
  const values = rateValuesOf(rate);
  assert.equal(values.rate, '7');
  assert.deepEqual(rateIn(values, shareIn(values.rate) ?? -1, targets), rate);
  const free = { ...rate, rate: 0, reason: 'exempt' as const };
  assert.deepEqual(rateIn(rateValuesOf(free), 0, targets), free);
});

test('a rate is planned until its first day, and over after its last', () => {
  const phase = (firstDay: string | null, lastDay: string | null) =>
    phaseOn({ firstDay, lastDay }, '2027-01-31');
  assert.deepEqual(
    [
      phase(null, null),
      phase('2027-01-31', '2027-01-31'),
      phase('2027-02-01', null),
      phase(null, '2027-01-30'),
    ],
    ['running', 'running', 'planned', 'over'],
  );
});
