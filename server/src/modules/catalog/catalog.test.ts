import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assembleCatalog, type CatalogRows } from './catalog.ts';
import type { BundleRow, ProductRow, VariationRow } from './tables.ts';
import { examples } from '../../../test/length.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const stamps = { accountId: 'demo', isArchived: false, revision: 1, createdAt: at, updatedAt: at };
const page = {
  name: 'X',
  tagline: '',
  description: '',
  longDescription: null,
  systemRequirements: null,
  website: null,
  iconKey: null,
  properties: {},
  position: 0,
};

function product(id: string, fields: Partial<ProductRow> = {}): ProductRow {
  return {
    ...stamps,
    ...page,
    id,
    status: 'Active',
    isPurchasable: true,
    isIncludedInLicense: false,
    downloadAccess: 'Owner',
    taxCode: null,
    upgradeGraceDays: 0,
    currentVersion: null,
    ...fields,
  };
}

function bundle(id: string, fields: Partial<BundleRow> = {}): BundleRow {
  return { ...stamps, ...page, id, isPurchasable: true, ...fields };
}

function variation(id: string, productId: string | null, fields: Partial<VariationRow> = {}): VariationRow {
  return {
    ...stamps,
    id,
    productId,
    bundleId: null,
    name: id,
    recurrence: 'OneOff',
    prices: { EUR: 1 },
    pricingTiers: [],
    releaseAccess: null,
    upgrade: null,
    subscriptionTerms: null,
    isDefault: false,
    position: 0,
    ...fields,
  };
}

function assemble(rows: Partial<CatalogRows>) {
  return assembleCatalog(7, {
    products: [],
    bundles: [],
    bundleProducts: [],
    variations: [],
    discounts: [],
    offers: [],
    promotions: [],
    images: [],
    media: [],
    ...rows,
  });
}

test('products are for sale when they are active, purchasable and not archived', () => {
  const { products, version } = assemble({
    products: [
      product('good'),
      product('hidden', { isPurchasable: false }),
      product('off', { status: 'Inactive' }),
      product('old', { isArchived: true }),
    ],
  });
  assert.equal(version, 7);
  assert.deepEqual(
    products.map(({ id, isForSale }) => [id, isForSale]),
    [
      ['good', true],
      ['hidden', false],
      ['off', false],
      ['old', false],
    ],
  );
});

test('a bundle is for sale while everything in it may be used', () => {
  const { bundles } = assemble({
    products: [product('a'), product('b', { isPurchasable: false }), product('off', { status: 'Inactive' })],
    bundles: [bundle('good'), bundle('broken'), bundle('empty'), bundle('hidden', { isPurchasable: false })],
    bundleProducts: [
      { accountId: 'demo', bundleId: 'good', productId: 'b', position: 0 },
      { accountId: 'demo', bundleId: 'good', productId: 'a', position: 1 },
      { accountId: 'demo', bundleId: 'broken', productId: 'a', position: 0 },
      { accountId: 'demo', bundleId: 'broken', productId: 'off', position: 1 },
      { accountId: 'demo', bundleId: 'hidden', productId: 'a', position: 0 },
    ],
  });
  assert.deepEqual(
    bundles.map(({ id, isForSale, productIds }) => [id, isForSale, productIds]),
    [
      ['broken', false, ['a', 'off']],
      ['empty', false, []],
      ['good', true, ['b', 'a']],
      ['hidden', false, ['a']],
    ],
  );
});

test('variations on offer come with their item, the default one first; archived ones are only found by id', () => {
  const catalog = assemble({
    products: [product('a'), product('b')],
    variations: [
      variation('late', 'a', { position: 2 }),
      variation('early', 'a', { position: 1 }),
      variation('default', 'a', { position: 3, isDefault: true }),
      variation('gone', 'a', { isArchived: true }),
      variation('other', 'b'),
      variation('bundled', null, { bundleId: 'a' }),
    ],
  });
  assert.deepEqual(
    catalog.product('a')?.variations.map(({ id }) => id),
    ['default', 'early', 'late'],
  );
  assert.equal(catalog.variation('gone')?.id, 'gone');
  assert.equal(catalog.product('nothing'), undefined);
});

test('the order of the rows changes nothing', () => {
  const products = ['a', 'b', 'c', 'd'].map((id, index) => product(id, { position: index % 2 }));
  const variations = products.flatMap(({ id }) => [variation(`${id}1`, id), variation(`${id}2`, id)]);
  const expected = assemble({ products, variations }).products;
  assert.deepEqual(
    expected.map(({ id }) => id),
    ['a', 'c', 'b', 'd'],
  );
  const shuffled = (rows: readonly unknown[]) =>
    fc.shuffledSubarray([...rows.keys()], { minLength: rows.length });
  fc.assert(
    fc.property(shuffled(products), shuffled(variations), (first, second) => {
      const mixed = assemble({
        products: first.flatMap((index) => products[index] ?? []),
        variations: second.flatMap((index) => variations[index] ?? []),
      });
      assert.deepEqual(mixed.products, expected);
    }),
    examples(50),
  );
});
