import type { Catalog, Variation } from '../../catalog/index.ts';
import type { Subscription } from '../tables.ts';

/** The plans that a subscription can change to: those of its item that are sold in its currency, its own included. */
export function plansOf(
  { productId, bundleId, currency, variationId }: Subscription,
  catalog: Catalog,
): Variation[] {
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  return (item?.variations ?? []).filter(
    ({ id, recurrence, upgrade, prices }) =>
      id === variationId || (recurrence !== 'OneOff' && upgrade === null && prices[currency] !== undefined),
  );
}
