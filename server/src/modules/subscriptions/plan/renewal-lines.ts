import type { OrderLine } from '../../orders/index.ts';
import { type AgreedPrice, dividedPrice } from '../../pricing/index.ts';
import type { Subscription } from '../tables.ts';

/** What a renewal is of. */
type Renewed = Pick<
  Subscription,
  'lineId' | 'productId' | 'bundleId' | 'variationId' | 'quantity' | 'unitsToGrant'
>;

/**
 * The lines of the order of a renewal at an agreed price. Units that begin with it have a line of their own, for refunds,
 * which grants licenses of these products.
 */
export function renewalLines(
  { lineId, productId, bundleId, variationId, quantity, unitsToGrant }: Renewed,
  { agreed, productIds }: { readonly agreed: AgreedPrice; readonly productIds: readonly string[] },
): OrderLine[] {
  const item = { productId, bundleId, variationId, offerId: null };
  const present = quantity - unitsToGrant;
  const [price = agreed, added = agreed] = dividedPrice(agreed, [present, unitsToGrant]);
  const lines: OrderLine[] = [
    { id: lineId, ...item, quantity: present, agreed: price },
    {
      id: addedLineId({ lineId }),
      ...item,
      quantity: unitsToGrant,
      agreed: { ...added, grantedProductIds: productIds },
    },
  ];
  return lines.filter((line) => line.quantity > 0);
}

/** How many units have no licenses yet after so many more, or fewer, begin with the next renewal. */
export function unitsAfter({ unitsToGrant }: Pick<Subscription, 'unitsToGrant'>, more: number): number {
  return Math.max(0, unitsToGrant + more);
}

/** The ids of the lines of a subscription in one of its orders: in the one that began it, other lines are other sales. */
export function lineIdsIn(
  { lineId, orderId: firstOrderId }: Pick<Subscription, 'lineId' | 'orderId'>,
  orderId: string,
): readonly string[] {
  return orderId === firstOrderId ? [lineId] : [lineId, addedLineId({ lineId })];
}

/** The id of the line of units that are added. */
export function addedLineId({ lineId }: Pick<Subscription, 'lineId'>): string {
  return `${lineId}+`;
}
