import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalAt } from './agreed-total.ts';

const price = { unitOriginalMinor: 11_900, adjustments: [], reductions: [] };
const rate = { country: 'DE', region: null, name: 'VAT', basisPoints: 1_900, reason: 'Standard' } as const;

test('a renewal has an amount without taxes, whether the price includes them or they are added', () => {
  const terms = { currency: 'EUR', now: new Date() };
  const line = {
    id: '1',
    item: { type: 'Product', id: 'app' },
    variationId: 'monthly',
    quantity: 2,
  } as const;
  assert.equal(totalAt(price, line, terms).netMinor, 23_800);
  for (const [mode, netMinor, dueMinor] of [
    ['Inclusive', 20_000, 23_800],
    ['Exclusive', 23_800, 28_322],
  ] as const) {
    const tax = { ...rate, rateId: 'de', mode, baseMinor: 0, amountMinor: 0 };
    const total = totalAt(price, { ...line, tax }, terms);
    assert.deepEqual([total.netMinor, total.dueMinor], [netMinor, dueMinor], mode);
  }
});
