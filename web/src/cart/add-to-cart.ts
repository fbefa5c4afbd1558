import { patchCart } from '../api/cart.ts';
import { browserCart } from './browser-cart.ts';
import { addLine, type NewLine } from './cart-lines.ts';
import { newGuid } from './guid.ts';

/** What is added to a cart. */
export interface Addition {
  readonly line: NewLine;
  /** That of a cart that begins with it. */
  readonly currency: string;
  /** The products in a bundle, whose single licenses it takes the place of. */
  readonly contents?: readonly string[] | undefined;
}

/** Adds to the cart of this browser. Raises the reason when the server refuses, after taking it back. */
export function addToCart({ line, currency, contents }: Addition): Promise<void> {
  return browserCart.edit(addLine(newGuid(), line, contents), currency);
}

/** Changes the currency of the cart. Raises the reason when the server refuses, such as a line that is not sold in it. */
export function changeCartCurrency(currency: string): Promise<void> {
  return browserCart.act((orderId) => patchCart(orderId, { currency }));
}
