import { Button, Text } from '@mantine/core';
import { useShopTexts } from '../shop/shop-texts.ts';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import type { WithdrawnLine } from './cart-rows.ts';
import type { CartEditor } from './use-cart.ts';
import classes from './cart-page.module.css';

interface WithdrawnRowProps {
  readonly line: WithdrawnLine;
  readonly editor: CartEditor;
}

/**
 * Names the line that the shop has withdrawn. The server drops it with the next change of the lines, including this
 * one.
 */
export function WithdrawnRow({ line, editor }: WithdrawnRowProps) {
  const { cart } = useShopTexts();
  return (
    <li className={`${classes.line} ${classes.withdrawn}`}>
      <WarningIcon size={18} />
      <Text size="sm">{cart.withdrawn(line.name)}</Text>
      <Button
        variant="default"
        size="xs"
        aria-label={cart.dismissOf(line.name)}
        onClick={() => {
          editor.edit((lines) => lines);
        }}
      >
        {cart.dismiss}
      </Button>
    </li>
  );
}
