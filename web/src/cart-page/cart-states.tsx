import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useShopTexts } from '../shop/shop-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { MessageState } from '../site/message-state.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { Notice } from '@latchkey/ui/notice.tsx';
import { browserCart } from '../cart/browser-cart.ts';
import type { Cart } from '../api/cart.ts';
import type { CartChange } from '../cart/cart-changes.ts';
import { ChangesNotice } from './changes-notice.tsx';
import { RemovedLine, type RemovalProps } from './removed-line.tsx';
import { useCartEditor, useCheckout } from './use-cart.ts';

interface EmptyCartProps extends RemovalProps {
  readonly changes: readonly CartChange[];
  /** Items that were in it and are no longer sold. */
  readonly withdrawnLines: NonNullable<Cart['withdrawnLines']>;
}

/** The cart is empty. */
export function EmptyCart({ changes, withdrawnLines, ...removal }: EmptyCartProps) {
  const { cart } = useShopTexts();
  const editor = useCartEditor();
  return (
    <MessageState title={cart.empty} text={cart.emptyText} action={<ShopButton>{cart.toShop}</ShopButton>}>
      <ChangesNotice changes={changes} withdrawnLines={withdrawnLines} editor={editor} />
      <RemovedLine {...removal} />
    </MessageState>
  );
}

/** The server no longer has the cart; this browser knows its content. */
export function ExpiredCart() {
  const { cart } = useShopTexts();
  const { failure: texts } = useTexts();
  const [failure, setFailure] = useState<Error>();
  const [isFilling, setFilling] = useState(false);
  const refill = () => {
    setFilling(true);
    browserCart.refill().catch((error: unknown) => {
      setFilling(false);
      setFailure(error instanceof Error ? error : new Error('unknown', { cause: error }));
    });
  };
  return (
    <MessageState
      title={cart.expired}
      text={cart.expiredText}
      action={
        <>
          <Button loading={isFilling} onClick={refill}>
            {cart.refill}
          </Button>
          <Button variant="subtle" onClick={browserCart.forget}>
            {cart.startOver}
          </Button>
        </>
      }
    >
      {failure === undefined ? null : (
        <Notice title={cart.failed} takesFocus>
          {failureMessage(failure, texts).text}
        </Notice>
      )}
    </MessageState>
  );
}

/** Another customer signed in with this cart before. */
export function OtherCart() {
  const { cart } = useShopTexts();
  return (
    <MessageState
      title={cart.other}
      text={cart.otherText}
      action={<Button onClick={browserCart.forget}>{cart.startOver}</Button>}
    />
  );
}

/** A payment of the cart is in progress, perhaps in another tab. */
export function PayingCart({ orderId }: { readonly orderId: string }) {
  const { cart } = useShopTexts();
  const { open, isOpening } = useCheckout();
  return (
    <MessageState
      title={cart.paying}
      text={cart.payingText}
      action={
        <Button
          loading={isOpening}
          onClick={() => {
            open(orderId);
          }}
        >
          {cart.toCheckout}
        </Button>
      }
    />
  );
}

/** The cart was paid: here before, or in another tab just now. The next one starts empty. */
export function PaidCart() {
  const { cart } = useShopTexts();
  useNextCart();
  return (
    <MessageState
      title={cart.paid}
      text={cart.paidText}
      takesFocus
      action={
        <>
          <Button renderRoot={(props) => <Link to="/account/orders" {...props} />}>{cart.toOrders}</Button>
          <ShopButton variant="subtle">{cart.continue}</ShopButton>
        </>
      }
    />
  );
}

/** The cart was paid and could not be delivered: the money is returned, and the next cart starts empty. */
export function CancelledCart() {
  const { cart } = useShopTexts();
  useNextCart();
  return (
    <MessageState
      title={cart.cancelled}
      text={cart.cancelledText}
      takesFocus
      action={<ShopButton>{cart.toShop}</ShopButton>}
    />
  );
}

/** Starts over without a cart once the reader has left the page. */
function useNextCart(): void {
  useEffect(
    () => () => {
      browserCart.forget();
    },
    [],
  );
}
