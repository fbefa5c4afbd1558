import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { Reader } from '../src/platform/database/database.ts';

/** Orders that were not changed on the day by which abandoned carts are found. */
export async function wrongDays(reader: Reader): Promise<string[]> {
  const db = reader.tables<OrderTables>();
  const orders = await db.selectFrom('orders').select(['id', 'updatedAt', 'changedOn']).execute();
  return orders
    .filter(({ updatedAt, changedOn }) => updatedAt.toISOString().slice(0, 10) !== changedOn)
    .map(({ id }) => `an order was changed on another day than it says: ${id}`);
}

/** Paid orders whose lines are not those that were paid for, or have other rows than these lines. */
export async function wrongLines(reader: Reader): Promise<string[]> {
  const db = reader.tables<OrderTables>();
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'lines', 'content'])
    .where('status', 'in', ['Paid', 'Completed'])
    .execute();
  const rows = await db
    .selectFrom('orderLines')
    .select(['orderId', 'id', 'quantity'])
    .orderBy('position')
    .execute();
  const rowsByOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return orders.flatMap(({ id: orderId, lines, content }) => {
    const paid = unitsOf(content?.lines ?? []);
    const isRight = unitsOf(lines) === paid && unitsOf(rowsByOrder.get(orderId) ?? []) === paid;
    return isRight ? [] : [`a paid order has other lines than were paid for: ${orderId}`];
  });
}

function unitsOf(lines: readonly { readonly id: string; readonly quantity: number }[]): string {
  return JSON.stringify(lines.map(({ id, quantity }) => [id, quantity]));
}
