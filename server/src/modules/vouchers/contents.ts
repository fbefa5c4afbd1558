import type { Catalog } from '../catalog/index.ts';
import type { VoucherContent } from './tables.ts';

/** The reason why a content cannot be redeemed, with the item's name for the customer. */
interface Obstacle {
  readonly name: string;
  /** Follows the name: `is archived`. */
  readonly reason: string;
}

/** The products that a content grants licenses of; none when the catalogue does not contain it. */
export function productsOf(catalog: Catalog, { type, id }: VoucherContent): readonly string[] {
  return type === 'Product' ? [id] : (catalog.bundle(id)?.productIds ?? []);
}

/**
 * The first reason why a content cannot be redeemed: licenses of archived and inactive items would be useless.
 * `undefined` when there is none. It may be unavailable in the shop: a voucher may be the only way to get it.
 */
export function obstacleOf(catalog: Catalog, content: VoucherContent): Obstacle | undefined {
  const { type, id } = content;
  if (type === 'Bundle') {
    const bundle = catalog.bundle(id);
    if (bundle === undefined) return { name: id, reason: 'does not exist' };
    if (bundle.isArchived) return { name: bundle.name, reason: 'is archived' };
    if (bundle.productIds.length === 0) return { name: bundle.name, reason: 'is empty' };
  }
  for (const productId of productsOf(catalog, content)) {
    const product = catalog.product(productId);
    if (product === undefined) return { name: productId, reason: 'does not exist' };
    if (product.isArchived) return { name: product.name, reason: 'is archived' };
    if (product.status !== 'Active') return { name: product.name, reason: 'is inactive' };
  }
  return undefined;
}
