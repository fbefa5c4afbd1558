import type { Cart, LineInput } from '../api/cart.ts';
import { isUnderWay } from '../api/order-progress.ts';

/** What became of the orders whose lines a cart began with. */
export interface EarlierOrders {
  /** Those that were paid after all: their lines need not be bought again. */
  readonly purchases: readonly Cart[];
  /** The ids of those that may still be paid. */
  readonly openIds: readonly string[];
  /** A payment or a delivery of one is under way. */
  readonly isUnderWay: boolean;
}

/** The latest state of an order, if it could be read. */
export type Reading = Cart | 'Gone' | 'Unreachable';

/**
 * Reads orders whose payment was pending when a cart took their lines along. One that cannot be read now counts as open:
 * it is read again later.
 */
export async function readEarlierOrders(
  ids: readonly string[],
  read: (orderId: string) => Promise<Reading>,
): Promise<EarlierOrders> {
  const readings = await Promise.all(ids.map((id) => read(id)));
  const orders = readings.filter((order) => typeof order === 'object');
  return {
    purchases: orders.filter((order) => isBought(order)),
    openIds: ids.filter((_, index) => isOpen(readings[index] ?? 'Gone')),
    isUnderWay: orders.some((order) => !isBought(order) && isUnderWay(order)),
  };
}

/** The lines of a cart without the units that these orders have bought of the very same lines. */
export function withoutBought(lines: readonly LineInput[], purchases: readonly Cart[]): readonly LineInput[] {
  const items = purchases.flatMap((order) => order.items);
  return lines.flatMap((line) => {
    const units = items.filter(({ id }) => id === line.id).reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = line.quantity - units;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** The money has arrived, and does not go back. */
function isBought({ status, cancelledAt }: Cart): boolean {
  return status === 'Completed' || (status === 'Paid' && cancelledAt === undefined);
}

function isOpen(order: Reading): boolean {
  if (typeof order === 'string') return order === 'Unreachable';
  return order.status === 'Open' || order.status === 'PaymentProcessing';
}
