import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RevisionHeader } from '../form/save-revised.ts';
import { savePrice } from './save-price.ts';

function variationWith(prices: Record<string, number>) {
  const headers: RevisionHeader[] = [];
  const send = async (header: RevisionHeader) => {
    headers.push(header);
  };
  return { headers, send, load: async () => ({ prices, etag: 'now' }) };
}

test('a price is changed in the revision in which it still is what the form showed', async () => {
  const variation = variationWith({ EUR: 10, USD: 13 });
  const before = { prices: { EUR: 10, USD: 12 } };
  assert.equal(await savePrice({ ...variation, before, currency: 'EUR' }), undefined);
  assert.deepEqual(variation.headers, [{ 'if-match': 'now' }]);
});

test('a price that somebody else changed, set or removed meanwhile is never overwritten', async () => {
  for (const [prices, inForm] of [
    [{ EUR: 12 }, { EUR: 10 }],
    [{ EUR: 12 }, {}],
    [{}, { EUR: 10 }],
  ] as const) {
    const variation = variationWith(prices);
    const current = await savePrice({ ...variation, before: { prices: inForm }, currency: 'EUR' });
    assert.deepEqual([current?.prices, variation.headers], [prices, []]);
  }
});
