import type { CommandTx } from '../../accounts/index.ts';
import { findLicense } from '../../licensing/index.ts';
import type { LineRefund } from '../domain/refund-lines.ts';
import { listOrders } from '../order/store-list.ts';
import { ordersAffected } from '../problems.ts';
import type { Order, OrderFilter } from '../tables.ts';
import { soldLines } from './sold-lines.ts';

/** How many of the customer's orders are read at once. */
const PAGE_ORDERS = 50;
/** How many orders the refusal names. */
const MOST_NAMES = 5;

/**
 * Raises `OrdersAffected` when the customer later paid less for something because they owned what a refund takes back:
 * the rest of a bundle, a discount for owners, an upgrade of a license. Lines that were themselves refunded do not count.
 */
export async function refuseAffected(
  tx: CommandTx,
  order: Order,
  lines: readonly LineRefund[],
): Promise<void> {
  const lineIds = new Set(lines.filter(({ quantity }) => quantity > 0).map(({ lineId }) => lineId));
  const { customerId, completedAt } = order;
  if (customerId === null || completedAt === null || lineIds.size === 0) return;
  const affected: string[] = [];
  for await (const later of completedOrders(tx, customerId)) {
    if (later.id === order.id || later.completedAt === null || later.completedAt < completedAt) continue;
    const titles = await dependentTitles(tx, later, { order, lineIds });
    if (titles.length > 0) affected.push(`${later.id} (${titles.join(', ')})`);
  }
  if (affected.length === 0) return;
  const names = affected.slice(0, MOST_NAMES).join('; ');
  const rest = affected.length > MOST_NAMES ? `; and ${affected.length - MOST_NAMES} more` : '';
  throw ordersAffected({
    detail: `The customer later paid less because they owned what this refund takes back. Orders: ${names}${rest}. Send "confirm": true to refund it nevertheless.`,
  });
}

/** All completed orders of a customer. One may have been a cart for longer than the order that it depends on. */
async function* completedOrders(tx: CommandTx, customerId: string): AsyncGenerator<Order> {
  let after: OrderFilter['after'];
  do {
    const filter = { customerId, status: 'Completed', limit: PAGE_ORDERS, after } as const;
    const orders = await listOrders(tx, tx.account.id, filter);
    const page = orders.slice(0, PAGE_ORDERS);
    yield* page;
    const last = orders.length > PAGE_ORDERS ? page.at(-1) : undefined;
    after = last && { at: last.createdAt, id: last.id };
  } while (after !== undefined);
}

/** The titles of the lines of a later order whose price depends on what these lines gave. */
async function dependentTitles(
  tx: CommandTx,
  later: Order,
  { order, lineIds }: { readonly order: Order; readonly lineIds: ReadonlySet<string> },
): Promise<string[]> {
  const productIds = new Set(
    order.content?.grants.filter(({ lineId }) => lineIds.has(lineId)).map(({ productId }) => productId),
  );
  const ofProducts = (later.content?.quote.lines ?? [])
    .filter(({ basisProductIds = [] }) => basisProductIds.some((id) => productIds.has(id)))
    .map(({ id }) => id);
  const ofLicenses: string[] = [];
  for (const { lineId, licenseId } of later.content?.upgrades ?? []) {
    const license = await findLicense(tx, licenseId);
    if (license?.orderId === order.id && lineIds.has(license.orderLineId ?? '')) ofLicenses.push(lineId);
  }
  const affected = new Set([...ofProducts, ...ofLicenses]);
  if (affected.size === 0) return [];
  const sold = await soldLines(tx, later);
  return sold
    .filter(({ id, quantity, returnedQuantity }) => affected.has(id) && returnedQuantity < quantity)
    .map(({ title }) => title);
}
