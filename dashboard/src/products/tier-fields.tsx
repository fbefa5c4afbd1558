import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { FieldRows } from './field-rows.tsx';
import { PriceFields } from './price-fields.tsx';
import { useProductTexts } from './product-texts.ts';
import type { TierValues } from './sale-values.ts';

interface TierFieldsProps {
  readonly tiers: readonly TierValues[];
  readonly currencies: readonly string[];
  readonly onChange: (tiers: readonly TierValues[]) => void;
}

/** The prices of a unit for larger quantities, by ascending quantity. */
export function TierFields({ tiers, currencies, onChange }: TierFieldsProps) {
  const { tierTexts: texts } = useProductTexts();
  return (
    <FieldRows texts={texts} rows={tiers} empty={{ minQuantity: '', prices: {} }} onChange={onChange}>
      {(tier, changeTier) => (
        <>
          <TextInput
            inputMode="numeric"
            label={texts.minQuantity}
            autoComplete="off"
            value={tier.minQuantity}
            onChange={({ currentTarget }) => {
              changeTier({ ...tier, minQuantity: currentTarget.value });
            }}
          />
          <PriceFields
            currencies={currencies}
            label={texts.priceIn}
            inputOf={(currency) => ({
              value: tier.prices[currency] ?? '',
              onChange: ({ currentTarget }) => {
                changeTier({ ...tier, prices: { ...tier.prices, [currency]: currentTarget.value } });
              },
            })}
          />
        </>
      )}
    </FieldRows>
  );
}
