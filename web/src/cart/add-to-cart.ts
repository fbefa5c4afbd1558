import { patchCart } from '../api/cart.ts';
import { browserCart } from './browser-cart.ts';
import { addLine, type NewLine } from './cart-lines.ts';
import { randomGuid } from '@latchkey/sdk';

/** The item to add to a cart. */
export interface Addition {
  readonly line: NewLine;
  /** The currency of a new cart. */
  readonly currency: string;
  /** The products in a bundle, which replaces their single licenses. */
  readonly contents?: readonly string[] | undefined;
}

/** Adds to the cart of this browser. Raises the reason when the server refuses, after reverting the change. */
export function addToCart({ line, currency, contents }: Addition): Promise<void> {
  return browserCart.edit(addLine(randomGuid(), line, contents), currency);
}

/**
 * Changes the currency of the cart. Raises the reason when the server refuses, for example because a line is not sold
 * in it.
 */
export function changeCartCurrency(currency: string): Promise<void> {
  return browserCart.act((orderId) => patchCart(orderId, { currency }));
}
