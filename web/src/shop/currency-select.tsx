import { cartRecord } from '../cart/cart-record.ts';
import { chooseCurrency } from '../cart/currency.ts';
import { useShopTexts } from './shop-texts.ts';
import { PlainSelect } from '@latchkey/ui/fields/plain-select.tsx';

interface CurrencySelectProps {
  readonly currency: string;
  readonly currencies: readonly string[];
}

/** The currency of all prices and of the cart, where the vendor sells in several. */
export function CurrencySelect({ currency, currencies }: CurrencySelectProps) {
  const { price } = useShopTexts();
  if (currencies.length < 2) return null;
  return (
    <PlainSelect
      label={price.currency}
      value={currency}
      options={currencies}
      onChoose={(value) => {
        chooseCurrency(value);
        if (cartRecord() !== undefined) changeCart(value).catch(() => undefined);
      }}
    />
  );
}

/** A cart with an item that is not sold in the currency stays unchanged. */
async function changeCart(currency: string): Promise<void> {
  const { changeCartCurrency } = await import('../cart/add-to-cart.ts');
  await changeCartCurrency(currency);
}
