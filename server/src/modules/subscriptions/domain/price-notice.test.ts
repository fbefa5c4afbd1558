import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPriceDue, priceFromNotice } from './price-notice.ts';

const day = (text: string) => new Date(`${text}T09:00:00.000Z`);
const next = {
  nextPriceMinor: 900,
  nextPriceFrom: day('2026-03-31'),
  nextPriceMailMinor: 900,
  nextPriceMailFrom: day('2026-03-31'),
  nextPriceSentAt: day('2026-03-01'),
};

test('an announced price counts from its day on', () => {
  assert.equal(priceFromNotice(next, new Date(day('2026-03-31').getTime() - 1)), undefined);
  assert.equal(priceFromNotice(next, day('2026-03-31')), 900);
  assert.equal(priceFromNotice({ ...next, nextPriceMinor: null }, day('2026-03-31')), undefined);
  const early = { ...next, nextPriceSentAt: day('2026-01-01') };
  assert.equal(priceFromNotice(early, day('2026-03-30')), undefined, 'however long ago it was told');
});

test('a price whose mail was not sent, or less than 30 days before, does not count', () => {
  const isDue = isPriceDue(next, day('2026-03-31'));
  assert.ok(isDue);
  for (const nothing of [{ nextPriceMinor: null }, { nextPriceFrom: null }])
    assert.equal(isPriceDue({ ...next, ...nothing }, day('2026-12-31')), false, 'nothing is announced');
  assert.equal(priceFromNotice({ ...next, nextPriceSentAt: null }, day('2026-12-31')), undefined);
  const late = { ...next, nextPriceSentAt: new Date(day('2026-03-01').getTime() + 1) };
  assert.equal(priceFromNotice(late, day('2026-03-31')), undefined);
  assert.equal(priceFromNotice(late, day('2026-04-30')), 900, 'a later period begins 30 days after it');
});

test('a price or a day that another server has written since does not count: the mail named another one', () => {
  const later = day('2026-12-31');
  assert.equal(priceFromNotice({ ...next, nextPriceMinor: 950 }, later), undefined);
  assert.equal(priceFromNotice({ ...next, nextPriceFrom: day('2026-04-30') }, later), undefined);
  assert.equal(priceFromNotice(next, later), 900);
});
