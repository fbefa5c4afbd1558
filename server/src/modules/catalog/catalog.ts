import type { BundleProductRow, BundleRow, ProductRow, VariationRow } from './tables.ts';

/** A way to buy a product or a bundle, with a price per currency in minor units. */
export type Variation = VariationRow;

/** A product with the variations that are on offer: the default one first, then by position. */
export interface Product extends ProductRow {
  readonly variations: readonly Variation[];
}

/** Products sold together under a price of their own. */
export interface Bundle extends BundleRow {
  /** In the order the merchant gave them; never empty. */
  readonly productIds: readonly string[];
  readonly variations: readonly Variation[];
}

/**
 * Everything an account sells, as of one moment, never changed afterwards. Archived things are in it as well,
 * because licenses and orders still refer to them: lists for customers leave them out (`isForSale`).
 */
export interface Catalog {
  /** Rises with every change of the account's catalogue. */
  readonly version: number;
  /** By position, then by id. */
  readonly products: readonly Product[];
  readonly bundles: readonly Bundle[];
  product(id: string): Product | undefined;
  bundle(id: string): Bundle | undefined;
  /** Archived variations too. */
  variation(id: string): Variation | undefined;
}

/** The rows of one moment that a catalogue is made of, in any order. */
export interface CatalogRows {
  readonly products: readonly ProductRow[];
  readonly bundles: readonly BundleRow[];
  readonly bundleProducts: readonly BundleProductRow[];
  readonly variations: readonly VariationRow[];
}

/** Puts the rows of an account together. */
export function assembleCatalog(version: number, rows: CatalogRows): Catalog {
  const variationsOf = Map.groupBy(
    rows.variations.filter(({ isArchived }) => !isArchived).toSorted(byDefaultAndPosition),
    (variation) => itemKey(variation),
  );
  const contentsOf = Map.groupBy(rows.bundleProducts.toSorted(byPosition), ({ bundleId }) => bundleId);
  const products = rows.products
    .map((row): Product => Object.freeze({ ...row, variations: variationsOf.get(`Product/${row.id}`) ?? [] }))
    .toSorted(byPosition);
  const bundles = rows.bundles
    .map((row): Bundle => {
      const productIds = (contentsOf.get(row.id) ?? []).map(({ productId }) => productId);
      return Object.freeze({ ...row, productIds, variations: variationsOf.get(`Bundle/${row.id}`) ?? [] });
    })
    .toSorted(byPosition);
  const productById = indexById(products);
  const bundleById = indexById(bundles);
  const variationById = indexById(rows.variations);
  return Object.freeze({
    version,
    products,
    bundles,
    product: (id: string) => productById.get(id),
    bundle: (id: string) => bundleById.get(id),
    variation: (id: string) => variationById.get(id),
  });
}

/** Whether customers can buy it now: a product must be active as well as purchasable. */
export function isForSale(item: Product | Bundle): boolean {
  return item.isPurchasable && !item.isArchived && !('status' in item && item.status !== 'Active');
}

function itemKey({ productId, bundleId }: VariationRow): string {
  return productId === null ? `Bundle/${bundleId}` : `Product/${productId}`;
}

function indexById<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

interface Placed {
  readonly position: number;
  readonly id?: string;
  readonly productId?: string | null;
}

function byPosition(a: Placed, b: Placed): number {
  return a.position - b.position || byText(a.id ?? a.productId ?? '', b.id ?? b.productId ?? '');
}

function byDefaultAndPosition(a: VariationRow, b: VariationRow): number {
  return Number(b.isDefault) - Number(a.isDefault) || byPosition(a, b);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
