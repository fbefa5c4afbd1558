import { Button, Text } from '@mantine/core';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import type { Cart } from '../api/cart.ts';
import { browserCart } from '../cart/browser-cart.ts';
import type { CartChange } from '../cart/cart-changes.ts';
import type { CartEditor } from './use-cart.ts';

interface ChangesNoticeProps {
  /** Since the buyer saw the cart. */
  readonly changes: readonly CartChange[];
  /** Those that the shop no longer sells. The server drops them with the next change of the lines. */
  readonly withdrawnLines: NonNullable<Cart['withdrawnLines']>;
  readonly editor: Pick<CartEditor, 'edit'>;
}

/** What is different in the cart although the buyer did not change it, until the buyer dismisses it. */
export function ChangesNotice({ changes, withdrawnLines, editor }: ChangesNoticeProps) {
  const { cart } = useShopTexts();
  const money = useMoney();
  if (changes.length + withdrawnLines.length === 0) return null;
  const textOf = (change: CartChange): string => {
    if (change.kind === 'Withdrawn') return cart.withdrawn(change.name);
    if (change.kind === 'Bought') return cart.bought(change.name);
    const { name, before, after, currency } = change;
    return cart.priceChanged(name, money(before, currency), money(after, currency));
  };
  return (
    <Notice title={cart.changed} about="Change">
      {withdrawnLines.map(({ id, name }) => (
        <Text key={id} size="sm">
          {cart.withdrawn(name)}
        </Text>
      ))}
      {changes.map((change) => (
        <Text key={JSON.stringify(change)} size="sm">
          {textOf(change)}
        </Text>
      ))}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        onClick={() => {
          browserCart.dismissChanges();
          if (withdrawnLines.length > 0) editor.edit((lines) => lines);
        }}
      >
        {cart.dismiss}
      </Button>
    </Notice>
  );
}
