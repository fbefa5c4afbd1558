import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import type { Order } from '../tables.ts';

/** The kept carts of a process, as characters of JSON: those of about 2,000 buyers. */
const MOST_CHARACTERS = 2 * 2 ** 20;

const caches = new WeakMap<Database, LRUCache<string, Order>>();

/**
 * Keeps a cart as this process has written it, so that its next update need not read it. Other processes and other use
 * cases may change the cart meanwhile, so only a write that compares it with the row may rely on it.
 *
 * Only on PostgreSQL: SQLite has no round trips to save.
 */
export function keepRecentCart(database: Database, cart: Order): void {
  if (database.engine === 'sqlite' || !isPlain(cart)) return;
  const carts = caches.get(database) ?? cacheOfCarts();
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

function cacheOfCarts(): LRUCache<string, Order> {
  return new LRUCache({ maxSize: MOST_CHARACTERS, sizeCalculation: (cart) => JSON.stringify(cart).length });
}

/**
 * Whether the cart has neither billing details, which are personal and stop counting with the sessions of their customer,
 * nor notes of the client, which take many times the memory of their JSON.
 */
function isPlain({ billing, lines }: Order): boolean {
  return Object.keys(billing).length === 0 && lines.every(({ replaced }) => (replaced ?? null) === null);
}

function keyOf({ accountId, id }: Pick<Order, 'accountId' | 'id'>): string {
  return `${accountId}/${id}`;
}
