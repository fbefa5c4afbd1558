import type { Order, OrderRow } from '../tables.ts';

/** The changes of an order in addition to its status. */
export type OrderChanges = Partial<Omit<Order, 'accountId' | 'id' | 'status' | 'revision' | 'createdAt'>> & {
  readonly [kept in 'accountId' | 'id' | 'status' | 'revision']?: never;
};

/** The columns of an order that changes set. */
export type OrderColumns = OrderChanges & Partial<Pick<OrderRow, 'changedOn'>>;

/** The columns that these changes set. */
export function columnsOf(changes: OrderChanges): OrderColumns {
  const { updatedAt } = changes;
  return updatedAt === undefined ? changes : { ...changes, changedOn: dayOf(updatedAt) };
}

/** The day of a time in UTC, as in `2026-11-23`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
