import type { Cart, LineInput } from '../api/cart.ts';
import { isUnderWay } from '../api/order-progress.ts';

/** The results of the orders whose lines a cart copied. */
export interface EarlierOrders {
  /** Orders that were paid after all: their lines need not be bought again. */
  readonly purchases: readonly Cart[];
  /** The ids of those that may still be paid. */
  readonly openIds: readonly string[];
  /** The line ids of those that are being paid: they may be bought, too. */
  readonly pendingLineIds: readonly string[];
}

/** The latest state of an order, if it could be read. */
export type Reading = Cart | 'Gone' | 'Unreachable';

/**
 * Reads orders whose payment was pending when a cart copied their lines. One that cannot be read now counts as open: it
 * is read again later.
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
    pendingLineIds: orders
      .filter((order) => !isBought(order) && isUnderWay(order))
      .flatMap((order) => order.items.map(({ id }) => id)),
  };
}

/** The lines of a cart without the units of the same lines that these orders have bought. */
export function withoutBought(lines: readonly LineInput[], purchases: readonly Cart[]): readonly LineInput[] {
  const items = purchases.flatMap((order) => order.items);
  return lines.flatMap((line) => {
    const units = items.filter(({ id }) => id === line.id).reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = line.quantity - units;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** A line to reduce or remove because an earlier order bought it. */
export interface TakeOut {
  readonly id: string;
  /** The line's id. */
  readonly name: string;
  /** The remaining units: 0 removes the line. The same however often it is sent. */
  readonly quantity: number;
}

/** The lines with the remaining quantities. */
export function withTakenOut(
  lines: readonly LineInput[],
  takeOuts: readonly TakeOut[],
): readonly LineInput[] {
  return lines.flatMap((line) => {
    const { quantity } = takeOuts.find(({ id }) => id === line.id) ?? line;
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

/** The differences between the lines and the remaining ones. */
export function takeOutsBetween(
  lines: readonly LineInput[],
  left: readonly LineInput[],
  nameOfLine: (id: string) => string,
): readonly TakeOut[] {
  return lines.flatMap(({ id, quantity }) => {
    const stays = left.find((line) => line.id === id)?.quantity ?? 0;
    return stays === quantity ? [] : [{ id, name: nameOfLine(id), quantity: stays }];
  });
}

/** The money has arrived, and is not being returned. */
function isBought({ status, cancelledAt }: Cart): boolean {
  return status === 'Completed' || (status === 'Paid' && cancelledAt === undefined);
}

function isOpen(order: Reading): boolean {
  if (typeof order === 'string') return order === 'Unreachable';
  return order.status === 'Open' || order.status === 'PaymentProcessing';
}
