import type { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { recentValues } from '../../../platform/recent-values.ts';
import type { Order } from '../tables.ts';

/** About 2 kB each. */
const MOST_CARTS = 2_000;

const caches = new WeakMap<Database, LRUCache<string, Order>>();

/**
 * Keeps a cart as this process has written it, so that its next update need not read it. Other processes and other use
 * cases may change the cart meanwhile, so only a write that compares it with the row may rely on it.
 *
 * Only on PostgreSQL: SQLite has no round trips to save.
 */
export function keepRecentCart(database: Database, cart: Order): void {
  if (database.engine === 'sqlite' || dependsOnOwner(cart)) return;
  const carts = caches.get(database) ?? recentValues<Order>(MOST_CARTS);
  caches.set(database, carts);
  carts.set(keyOf(cart), cart);
}

/** The cart as this process wrote it last, if it was kept; it is no longer kept then. */
export function takeRecentCart(database: Database, id: Pick<Order, 'accountId' | 'id'>): Order | undefined {
  const carts = caches.get(database);
  const cart = carts?.get(keyOf(id));
  carts?.delete(keyOf(id));
  return cart;
}

/** Billing details of a customer stop counting without a change of the cart. @see withCurrentBilling */
function dependsOnOwner({ customerId, billing }: Order): boolean {
  return customerId !== null && Object.keys(billing).length > 0;
}

function keyOf({ accountId, id }: Pick<Order, 'accountId' | 'id'>): string {
  return `${accountId}/${id}`;
}
