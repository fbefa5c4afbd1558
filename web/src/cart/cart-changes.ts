import type { Cart } from '../api/cart.ts';
import { nameOf } from './cart-lines.ts';

/** A line as the buyer last saw it. */
export interface LineSnapshot {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  readonly offerId?: string;
  /** One unit, in the currency of the cart. */
  readonly price: number;
}

/** The cart as the buyer last saw it. */
export interface CartSnapshot {
  readonly currency: string;
  readonly lines: readonly LineSnapshot[];
}

/** Changes that the buyer did not make. */
export type CartChange =
  | { readonly kind: 'Withdrawn'; readonly id: string; readonly name: string }
  /** An earlier order bought it: see `withoutBought`. */
  | { readonly kind: 'Bought'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'Price';
      readonly id: string;
      readonly name: string;
      readonly before: number;
      readonly after: number;
      readonly currency: string;
    };

/** The remembered state of a cart. */
export function snapshotOf({ currency, items }: Pick<Cart, 'currency' | 'items'>): CartSnapshot {
  return {
    currency,
    lines: items.map((line) => ({
      id: line.id,
      name: nameOf(line),
      quantity: line.quantity,
      ...(line.offerId !== undefined && { offerId: line.offerId }),
      price: line.price[currency] ?? 0,
    })),
  };
}

/**
 * The changes since the buyer saw the cart: lines that disappeared without being removed (`removed` names those that
 * were), and other prices of unchanged lines.
 */
export function changesSince(
  snapshot: CartSnapshot | undefined,
  cart: Pick<Cart, 'currency' | 'items'>,
  removed: ReadonlySet<string> = new Set(),
): CartChange[] {
  const now = snapshotOf(cart);
  return (snapshot?.lines ?? []).flatMap((before): CartChange[] => {
    const { id, name } = before;
    const after = now.lines.find((line) => line.id === id);
    if (after === undefined) return removed.has(id) ? [] : [{ kind: 'Withdrawn', id, name }];
    const isComparable =
      snapshot?.currency === now.currency &&
      after.quantity === before.quantity &&
      after.offerId === before.offerId &&
      after.price !== before.price;
    if (!isComparable) return [];
    return [{ kind: 'Price', id, name, before: before.price, after: after.price, currency: now.currency }];
  });
}
