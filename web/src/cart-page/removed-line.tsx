import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { LineInput } from '../api/cart.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { restoreLine } from '../cart/cart-lines.ts';
import { useCartEditor } from './use-cart.ts';
import classes from './cart-page.module.css';

/** A removed line and its place. */
export interface Removal {
  readonly line: LineInput;
  readonly index: number;
  readonly name: string;
}

export interface RemovalProps {
  /** The last removed line; absent if none was, or it is restored. */
  readonly removal: Removal | undefined;
  readonly onRemoval: (removal: Removal | undefined) => void;
}

/** Names the removed line, and restores it. */
export function RemovedLine({ removal, onRemoval }: RemovalProps) {
  const { edit } = useCartEditor();
  if (removal === undefined) return null;
  return (
    <Undo
      key={removal.line.id}
      name={removal.name}
      onUndo={() => {
        onRemoval(undefined);
        edit(restoreLine(removal.line, removal.index));
      }}
    />
  );
}

/** The button that removed the line no longer exists, so the focus moves here. */
function Undo({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }) {
  const { cart } = useShopTexts();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  return (
    <div className={classes.removed}>
      <output>{cart.removed(name)}</output>
      <Button ref={button} variant="subtle" onClick={onUndo}>
        {cart.undo}
      </Button>
    </div>
  );
}
