import assert from 'node:assert/strict';
import { test } from 'node:test';
import { taxCodeOf } from './tax-code.ts';

const TAX_CODES = new Map([
  ['app', 'txcd_app'],
  ['book', 'txcd_book'],
  ['ebook', 'txcd_book'],
  ['plain', null],
]);
const BUNDLES = new Map([
  ['books', ['book', 'ebook']],
  ['mixed', ['book', 'app']],
  ['partly', ['book', 'plain']],
]);

const items = {
  product: (id: string) => (TAX_CODES.has(id) ? { taxCode: TAX_CODES.get(id) ?? null } : undefined),
  bundle: (id: string) => (BUNDLES.has(id) ? { productIds: BUNDLES.get(id) ?? [] } : undefined),
};

test('an item has the tax code of its product, or the one that all products of its bundle share', () => {
  for (const [type, id, taxCode] of [
    ['Product', 'app', 'txcd_app'],
    ['Product', 'plain', undefined],
    ['Product', 'unknown', undefined],
    ['Bundle', 'books', 'txcd_book'],
    ['Bundle', 'mixed', undefined],
    ['Bundle', 'partly', undefined],
    ['Bundle', 'unknown', undefined],
  ] as const)
    assert.equal(taxCodeOf(items, { type, id }).taxCode, taxCode, id);
});
