import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Cart, openCheckout } from '../api/cart.ts';
import { isUnderWay } from '../api/order-progress.ts';
import { goToCheckout } from '../cart/go-to-checkout.ts';
import { browserCart } from '../cart/browser-cart.ts';
import { isReadyToPay } from './cart-checkout.ts';
import { cartRecord, type CartRecord, subscribeToCart } from '../cart/cart-record.ts';
import type { CartState } from '../cart/cart-store.ts';
import type { LinesEdit } from '../cart/cart-lines.ts';

const PAYING_POLL_MILLISECONDS = 3_000;

/** The cart of this browser, read again when the page opens and when the reader returns to it. */
export function useCart(): CartState & { readonly record: CartRecord | undefined } {
  const state = useSyncExternalStore(browserCart.subscribe, browserCart.state);
  const record = useSyncExternalStore(subscribeToCart, cartRecord);
  const isBeingPaid =
    state.pendingLineIds.length > 0 || (state.order !== undefined && isUnderWay(state.order));
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') void browserCart.refresh();
    };
    read();
    document.addEventListener('visibilitychange', read);
    window.addEventListener('online', read);
    return () => {
      document.removeEventListener('visibilitychange', read);
      window.removeEventListener('online', read);
    };
  }, []);
  useEffect(() => {
    if (!isBeingPaid) return undefined;
    const timer = window.setInterval(() => void browserCart.refresh(), PAYING_POLL_MILLISECONDS);
    return () => {
      window.clearInterval(timer);
    };
  }, [isBeingPaid]);
  return { ...state, record };
}

/** Changes of the cart, and the reason why the last one failed. */
export interface CartEditor {
  readonly edit: (edit: LinesEdit) => void;
  readonly act: (run: (orderId: string) => Promise<Cart>) => void;
  readonly failure: Error | undefined;
}

export function useCartEditor(): CartEditor {
  const [failure, setFailure] = useState<Error>();
  const watch = (change: Promise<void>) => {
    setFailure(undefined);
    change.catch((error: unknown) => {
      setFailure(asError(error));
    });
  };
  return {
    edit: (edit) => {
      watch(browserCart.edit(edit));
    },
    act: (run) => {
      watch(browserCart.act(run));
    },
    failure,
  };
}

/** Goes to the checkout page; if an earlier order has bought a part of the cart, stays on the cart's page. */
export function useCheckout() {
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const open = (orderId: string) => {
    setOpening(true);
    setFailure(undefined);
    isReadyToPay(browserCart)
      .then(async (isReady) => {
        if (isReady) await goToCheckout(await openCheckout(orderId));
      })
      .then(() => {
        setOpening(false);
      })
      .catch((error: unknown) => {
        setFailure(asError(error));
        setOpening(false);
        void browserCart.refresh();
      });
  };
  return { open, isOpening, failure };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('unknown', { cause: error });
}
