import { VisuallyHidden } from '@mantine/core';
import { changeCurrency, type Checkout, type CheckoutKey } from '../api/checkout.ts';
import { useSumsTexts } from '../order-sums/sums-texts.ts';
import { useTexts } from './checkout-texts.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { useCartChange } from './use-cart-change.ts';

interface CurrencyChoiceProps {
  readonly checkoutKey: CheckoutKey;
  readonly checkout: Pick<Checkout, 'currency' | 'currencies'>;
  readonly isDisabled: boolean;
}

/** The currency of the order, where its items are sold in several. */
export function CurrencyChoice({ checkoutKey, checkout, isDisabled }: CurrencyChoiceProps) {
  const { summary } = useTexts();
  const { updating } = useSumsTexts();
  const { change, isChanging } = useCartChange(checkoutKey, (currency: string) =>
    changeCurrency(checkoutKey, currency),
  );
  const { currency, currencies } = checkout;
  if (currencies.length < 2) return null;
  return (
    <>
      <SelectField
        aria-label={summary.currency}
        size="sm"
        w="6.5rem"
        value={currency}
        options={currencies}
        disabled={isDisabled}
        onChange={(event) => {
          change(event.currentTarget.value);
        }}
      />
      <VisuallyHidden component="output">{isChanging ? updating : ''}</VisuallyHidden>
    </>
  );
}
