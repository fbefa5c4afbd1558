import { notFound } from '../../kernel/problem.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Catalog, loadCatalog } from '../catalog/index.ts';
import type { OrderQuote } from '../pricing/index.ts';
import { quoteLines } from './order-quote.ts';
import { readLines, readOrder } from './store.ts';
import type { Order, OrderLine } from './tables.ts';

/** An order with its lines and what they cost: now, or as they were paid. */
export interface OrderView {
  readonly order: Order;
  readonly lines: readonly OrderLine[];
  readonly quote: OrderQuote;
  readonly catalog: Catalog;
}

/**
 * An order by its id. Raises `NotFound` when there is none, and for a customer other than the one it belongs to;
 * without a customer, whoever knows the id may read it (wire contract section 4).
 */
export async function findOrder(
  system: System,
  account: Account,
  orderId: string,
  customerId: string | undefined,
): Promise<OrderView> {
  const db = system.database.reader;
  const order = await readOrder(db, account.id, orderId.toLowerCase());
  if (order === undefined || !isVisibleTo(order, customerId)) throw notFound();
  const [catalog, lines] = await Promise.all([
    loadCatalog(system, account),
    readLines(db, account.id, order.id),
  ]);
  return viewOf(system, db, account, catalog, { order, lines });
}

/** An order as it is to be shown: a completed one keeps the prices that were paid. */
export async function viewOf(
  system: System,
  db: Reader,
  account: Account,
  catalog: Catalog,
  { order, lines }: { order: Order; lines: readonly OrderLine[] },
): Promise<OrderView> {
  const quote = order.content?.quote ?? (await quoteLines(system, db, account, catalog, { order, lines }));
  return { order, lines, quote, catalog };
}

/** Whether a caller may see the order at all. */
export function isVisibleTo(order: Pick<Order, 'customerId'>, customerId: string | undefined): boolean {
  return order.customerId === null || customerId === undefined || order.customerId === customerId;
}
