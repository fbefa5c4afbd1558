import { useSyncExternalStore } from 'react';
import { browserStorage } from '@latchkey/ui/browser-storage.ts';
import type { LineInput } from '../api/cart.ts';
import { tabView } from '../api/tab-view.ts';
import type { CartSnapshot } from './cart-changes.ts';
import type { TakeOut } from './earlier-orders.ts';

/** This browser's record of its cart, for all tabs; the server has the rest. */
export interface CartRecord {
  /** A GUID created by this browser. */
  readonly orderId: string;
  /** Increases with every change, so that a tab knows whether its copy of the order is the latest. */
  readonly revision: number;
  /** Units in the cart. */
  readonly count: number;
  /** The lines, for refilling a cart that the server no longer has. */
  readonly lines: readonly LineInput[];
  readonly snapshot?: CartSnapshot;
  /** Orders that were being paid when this cart copied their lines. */
  readonly earlierIds?: readonly string[];
  /** The items that such an order bought, until the server has confirmed that they are removed from this cart. */
  readonly takeOuts?: readonly TakeOut[];
}

/** The id of the order alone, as stored by the SDK: items that it adds to the cart of this host are in this cart. */
const ID_KEY = 'latchkey.cart';
const NOTES_KEY = 'latchkey.cart.notes';
const listeners = new Set<() => void>();
let latest: { readonly text: string | undefined; readonly record: CartRecord | undefined } | undefined;

/** The cart of this browser, the same object until it changes; undefined before anything is added. */
export function cartRecord(): CartRecord | undefined {
  // Whoever looks at the account of a customer does so without their own cart.
  if (tabView !== undefined) return undefined;
  const orderId = browserStorage.read(ID_KEY);
  const notes = browserStorage.read(NOTES_KEY);
  const text = orderId === undefined ? undefined : `${orderId} ${notes ?? ''}`;
  if (latest === undefined || latest.text !== text) {
    latest = { text, record: orderId === undefined ? undefined : recordOf(orderId, notes) };
  }
  return latest.record;
}

/** Stores the cart for all tabs; undefined clears it. */
export function writeCartRecord(record: CartRecord | undefined): void {
  browserStorage.write(NOTES_KEY, record === undefined ? undefined : JSON.stringify(record));
  browserStorage.write(ID_KEY, record?.orderId);
  for (const listener of listeners) listener();
}

/** Clears the cart if it is this paid order. */
export function forgetCart(orderId: string): void {
  if (cartRecord()?.orderId === orderId) writeCartRecord(undefined);
}

/** The number of units in the cart, synchronized with other tabs. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribeToCart, () => cartRecord()?.count ?? 0);
}

/** Calls back after every change in this and other tabs, until the returned function is called. */
export function subscribeToCart(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The record of an order with its notes; without any if they are about another one, or unreadable. */
export function recordOf(orderId: string, notes: string | undefined): CartRecord {
  const none = { orderId, revision: 0, count: 0, lines: [] };
  try {
    const record: unknown = JSON.parse(notes ?? 'null');
    return isRecord(record) && record.orderId === orderId ? record : none;
  } catch {
    return none;
  }
}

/** Only this app writes there, so the rest is valid. */
function isRecord(value: unknown): value is CartRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'revision' in value &&
    typeof value.revision === 'number' &&
    'count' in value &&
    typeof value.count === 'number' &&
    'lines' in value &&
    Array.isArray(value.lines)
  );
}
