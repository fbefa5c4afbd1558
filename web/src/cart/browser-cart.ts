import { fetchCart, patchCart } from '../api/cart.ts';
import { browserSession } from '../api/browser-session.ts';
import { inputsOf } from './cart-lines.ts';
import { randomGuid } from '@latchkey/sdk';
import { cartRecord, subscribeToCart, writeCartRecord } from './cart-record.ts';
import { createCartStore } from './cart-store.ts';

const LOCK = 'latchkey.cart';

/** The cart of this browser. */
export const browserCart = createCartStore({
  read: fetchCart,
  patch: patchCart,
  record: cartRecord,
  write: writeCartRecord,
  alone: async (run) => {
    // Absent on insecure pages, as in development over a network.
    const locks: LockManager | undefined = navigator.locks;
    if (locks === undefined) return run();
    let hasBegun = false;
    try {
      return await locks.request(LOCK, () => {
        hasBegun = true;
        return run();
      });
    } catch (failure) {
      if (hasBegun) throw failure;
      // A browser may give a page in a frame no storage, and no locks.
      return run();
    }
  },
  newId: randomGuid,
});

let customerId = browserSession.state().signedIn?.id;

// The cart of a guest goes to the customer who signs in.
browserSession.subscribe(() => {
  const { signedIn } = browserSession.state();
  if (signedIn?.id === customerId) return;
  customerId = signedIn?.id;
  if (cartRecord() !== undefined) void browserCart.refresh();
});

// Another tab changed the cart, or the order was paid.
subscribeToCart(() => {
  const { order, isChanging } = browserCart.state();
  if (isChanging || order === undefined) return;
  const record = cartRecord();
  if (record?.orderId !== order.id || JSON.stringify(record.lines) !== JSON.stringify(inputsOf(order)))
    void browserCart.refresh();
});
