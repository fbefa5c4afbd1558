import { type Static, Type } from '../../kernel/schema.ts';
import type { OrderView } from '../../modules/orders/index.ts';

/** A line of a cart that cannot be bought now. */
export const WithdrawnLine = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    position: Type.Integer({ description: 'Its index among all lines of the cart, these included.' }),
  },
  { title: 'WithdrawnLine' },
);

/** The lines of a cart that the shop no longer sells, or not in the currency of the cart; a payment has none. */
export function withdrawnLines({
  order,
  quote,
  catalog,
}: Pick<OrderView, 'order' | 'quote' | 'catalog'>): Static<typeof WithdrawnLine>[] {
  if (order.content !== null) return [];
  const withdrawn = new Set(quote.refusals.map(({ lineId }) => lineId));
  return order.lines.flatMap(({ id, productId, bundleId }, position) => {
    if (!withdrawn.has(id)) return [];
    const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
    return [{ id, name: item?.name ?? productId ?? bundleId ?? '', position }];
  });
}
