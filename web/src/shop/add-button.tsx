import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Addition } from '../cart/add-to-cart.ts';
import type { NewLine } from '../cart/cart-lines.ts';
import { useShopTexts } from './shop-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';

interface AddButtonProps {
  readonly name: string;
  readonly line: NewLine;
  readonly currency: string;
  /** The products in a bundle. */
  readonly contents?: readonly string[] | undefined;
}

/** Adds a unit to the cart; then it links there. */
export function AddButton({ name, line, currency, contents }: AddButtonProps) {
  const { shop, product } = useShopTexts();
  const { failure: texts } = useTexts();
  const { add, prepare, isAdded, failure } = useAdding();
  return (
    <>
      {isAdded ? (
        <Button
          variant="light"
          leftSection={<CheckIcon size={18} />}
          renderRoot={(props) => <Link to="/cart" {...props} />}
        >
          {product.toCart}
        </Button>
      ) : (
        <Button
          variant="default"
          aria-label={shop.addOf(name)}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => {
            add({ line, currency, contents });
          }}
        >
          {shop.add}
        </Button>
      )}
      <VisuallyHidden component="output">{isAdded ? product.added(name) : ''}</VisuallyHidden>
      {failure === undefined ? null : (
        <Notice title={product.failed} takesFocus>
          {failureMessage(failure, texts).text}
        </Notice>
      )}
    </>
  );
}

/** The code of the cart, which the shop needs only when something is added. */
const loadCart = () => import('../cart/add-to-cart.ts');

/** Adding to the cart: shown as done immediately, and reverted if the server refuses. */
export function useAdding() {
  const [isAdded, setAdded] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const add = (addition: Addition) => {
    setAdded(true);
    setFailure(undefined);
    loadCart()
      .then(({ addToCart }) => addToCart(addition))
      .catch((error: unknown) => {
        setAdded(false);
        setFailure(error instanceof Error ? error : new Error('unknown', { cause: error }));
      });
  };
  /** For a button that is about to be pressed. */
  const prepare = () => {
    loadCart().catch(() => undefined);
  };
  /** What would be added is now something else. */
  const reset = () => {
    setAdded(false);
    setFailure(undefined);
  };
  return { add, prepare, reset, isAdded, failure };
}
