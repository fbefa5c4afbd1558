import type { Context } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { type ProductOwner, usableProductsOf } from '../store/ownership.ts';

/** The sub-products that a token of the owner names. */
export type SubProducts = (owner: ProductOwner) => readonly string[];

/** The ids of the products in use that are sold as parts of this one: `parent.child`. */
function subProductIds(catalog: Catalog, productId: string): string[] {
  const prefix = `${productId}.`;
  const parts = catalog.products.filter(({ id, status }) => id.startsWith(prefix) && status === 'Active');
  return parts.map(({ id }) => id);
}

/** Finds, for all these owners together, the sub-products of their products that they may use. */
export async function ownedSubProducts(
  ctx: Context,
  catalog: Catalog,
  owners: readonly ProductOwner[],
): Promise<SubProducts> {
  const partsOf = new Map(owners.map(({ productId }) => [productId, subProductIds(catalog, productId)]));
  const products = [...new Set([...partsOf.values()].flat())];
  if (products.length === 0) return () => [];
  const customers = [...new Set(owners.map(({ customerId }) => customerId))];
  const now = ctx.clock.now();
  const owned = await usableProductsOf(ctx.database.reader, ctx.account.id, { customers, products }, now);
  const ownedBy = Map.groupBy(owned, ({ customerId }) => customerId);
  return ({ customerId, productId }) => {
    const parts = partsOf.get(productId) ?? [];
    return (ownedBy.get(customerId) ?? []).map((row) => row.productId).filter((id) => parts.includes(id));
  };
}
