import '@latchkey/ui/fields/fields.css';
import { TextInput, type TextInputProps } from '@mantine/core';

interface PriceFieldsProps {
  readonly currencies: readonly string[];
  readonly label: (currency: string) => string;
  /** The value of a field and what happens when it changes. */
  readonly inputOf: (currency: string) => TextInputProps;
}

/** A field for the price in each currency. */
export function PriceFields({ currencies, label, inputOf }: PriceFieldsProps) {
  return currencies.map((currency) => (
    <TextInput
      key={currency}
      inputMode="decimal"
      label={label(currency)}
      autoComplete="off"
      {...inputOf(currency)}
    />
  ));
}
