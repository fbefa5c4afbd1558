import { Button, Text } from '@mantine/core';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { browserCart } from '../cart/browser-cart.ts';
import type { CartChange } from '../cart/cart-changes.ts';

/** Changes in the cart that the buyer did not make. */
export function ChangesNotice({ changes }: { readonly changes: readonly CartChange[] }) {
  const { cart } = useShopTexts();
  const money = useMoney();
  if (changes.length === 0) return null;
  const textOf = (change: CartChange): string => {
    if (change.kind === 'Withdrawn') return cart.withdrawn(change.name);
    if (change.kind === 'Bought') return cart.bought(change.name);
    const { name, before, after, currency } = change;
    return cart.priceChanged(name, money(before, currency), money(after, currency));
  };
  return (
    <Notice title={cart.changed} about="Change">
      {changes.map((change) => (
        <Text key={JSON.stringify(change)} size="sm">
          {textOf(change)}
        </Text>
      ))}
      <Button variant="default" size="xs" mt="xs" onClick={browserCart.dismissChanges}>
        {cart.dismiss}
      </Button>
    </Notice>
  );
}
