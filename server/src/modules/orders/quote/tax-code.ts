import type { QuotedLine } from '../../pricing/index.ts';

/** The part of a catalogue with the kinds of goods of its items. */
interface TaxedItems {
  product(id: string): { readonly taxCode: string | null } | undefined;
  bundle(id: string): { readonly productIds: readonly string[] } | undefined;
}

/** The tax code of a product, or the one that all products of a bundle share; `{}` when there is none. */
export function taxCodeOf(
  items: TaxedItems,
  { type, id }: QuotedLine['item'],
): { readonly taxCode?: string } {
  const productIds = type === 'Product' ? [id] : (items.bundle(id)?.productIds ?? []);
  const [taxCode, ...others] = new Set(productIds.map((productId) => items.product(productId)?.taxCode));
  return typeof taxCode === 'string' && others.length === 0 ? { taxCode } : {};
}
