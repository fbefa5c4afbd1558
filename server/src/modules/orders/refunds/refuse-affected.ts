import type { CommandTx } from '../../accounts/index.ts';
import { findLicense } from '../../licensing/index.ts';
import type { LineRefund } from '../domain/refund-lines.ts';
import { listOrders } from '../order/store-list.ts';
import { listOrdersInPayment } from '../order/store-payments.ts';
import { ordersAffected } from '../problems.ts';
import type { Order, OrderFilter } from '../tables.ts';
import { soldLines } from './sold-lines.ts';

/** How many of the customer's orders are read at once. */
const PAGE_ORDERS = 50;
/** How many orders the refusal names. */
const MOST_NAMES = 5;

/**
 * Raises `OrdersAffected` when the customer later paid less for something because they owned what a refund takes back,
 * or is paying for it now: the rest of a bundle, a discount for owners, an upgrade of a license. Lines that were
 * themselves refunded do not count.
 */
export async function refuseAffected(
  tx: CommandTx,
  order: Order,
  lines: readonly LineRefund[],
): Promise<void> {
  const lineIds = new Set(lines.filter(({ quantity }) => quantity > 0).map(({ lineId }) => lineId));
  const { customerId, completedAt } = order;
  if (customerId === null || completedAt === null || lineIds.size === 0) return;
  const part = { order, lineIds };
  const affected = [
    ...(await affectedCompleted(tx, { customerId, completedAt }, part)),
    ...(await affectedInPayment(tx, customerId, part)),
  ];
  if (affected.length === 0) return;
  const names = affected.slice(0, MOST_NAMES).join('; ');
  const rest = affected.length > MOST_NAMES ? `; and ${affected.length - MOST_NAMES} more` : '';
  throw ordersAffected({
    detail: `The customer later paid less because they owned what this refund takes back. Orders: ${names}${rest}. Send "confirm": true to refund it nevertheless.`,
  });
}

/** The lines of an order that a refund takes back. */
interface OrderPart {
  readonly order: Order;
  readonly lineIds: ReadonlySet<string>;
}

/** The orders of a customer, with their dependent lines, that were completed since then. */
async function affectedCompleted(
  tx: CommandTx,
  { customerId, completedAt }: { readonly customerId: string; readonly completedAt: Date },
  part: OrderPart,
): Promise<string[]> {
  const affected: string[] = [];
  for await (const later of completedOrders(tx, customerId)) {
    if (later.id === part.order.id || later.completedAt === null || later.completedAt < completedAt) continue;
    const lineIds = await dependentLines(tx, later, part);
    const sold = lineIds.size === 0 ? [] : await soldLines(tx, later);
    const left = sold.filter(
      ({ id, quantity, returnedQuantity }) => lineIds.has(id) && returnedQuantity < quantity,
    );
    if (left.length > 0) affected.push(`${later.id} (${left.map(({ title }) => title).join(', ')})`);
  }
  return affected;
}

/** The same of orders whose money may still arrive, or which are not delivered yet. */
async function affectedInPayment(tx: CommandTx, customerId: string, part: OrderPart): Promise<string[]> {
  const affected: string[] = [];
  for (const later of await listOrdersInPayment(tx, tx.account.id, customerId)) {
    if (later.cancelledAt !== null) continue;
    const lineIds = await dependentLines(tx, later, part);
    const titles = (later.content?.titles ?? []).filter(({ lineId }) => lineIds.has(lineId));
    if (titles.length > 0)
      affected.push(`${later.id} (${titles.map(({ title }) => title).join(', ')}; not delivered yet)`);
  }
  return affected;
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

/** The lines of a later order whose price depends on what these lines gave. */
async function dependentLines(
  tx: CommandTx,
  { content }: Pick<Order, 'content'>,
  { order, lineIds }: OrderPart,
): Promise<ReadonlySet<string>> {
  const productIds = new Set(
    order.content?.grants.filter(({ lineId }) => lineIds.has(lineId)).map(({ productId }) => productId),
  );
  const ofProducts = (content?.quote.lines ?? [])
    .filter(({ basisProductIds = [] }) => basisProductIds.some((id) => productIds.has(id)))
    .map(({ id }) => id);
  const ofLicenses: string[] = [];
  for (const { lineId, licenseId } of content?.upgrades ?? []) {
    const license = await findLicense(tx, licenseId);
    if (license?.orderId === order.id && lineIds.has(license.orderLineId ?? '')) ofLicenses.push(lineId);
  }
  return new Set([...ofProducts, ...ofLicenses]);
}
