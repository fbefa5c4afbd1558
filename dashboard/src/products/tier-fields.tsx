import '@latchkey/ui/fields/fields.css';
import '@mantine/core/styles/Fieldset.layer.css';
import { Button, Fieldset, Text, TextInput } from '@mantine/core';
import classes from './milestone-fields.module.css';
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
    <Fieldset legend={texts.title} className={classes.milestones ?? ''}>
      <Text size="sm" c="dimmed">
        {texts.text}
      </Text>
      {tiers.map((tier, index) => (
        // Rows are told apart by nothing but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.milestone}>
          <Tier
            tier={tier}
            currencies={currencies}
            onChange={(next) => {
              onChange(tiers.map((each, place) => (place === index ? next : each)));
            }}
          />
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.removeOf(index + 1)}
            onClick={() => {
              onChange(tiers.filter((_, place) => place !== index));
            }}
          >
            {texts.remove}
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            onChange([...tiers, { minQuantity: '', prices: {} }]);
          }}
        >
          {texts.add}
        </Button>
      </div>
    </Fieldset>
  );
}

interface TierProps {
  readonly tier: TierValues;
  readonly currencies: readonly string[];
  readonly onChange: (tier: TierValues) => void;
}

function Tier({ tier, currencies, onChange }: TierProps) {
  const { tierTexts: texts } = useProductTexts();
  return (
    <>
      <TextInput
        inputMode="numeric"
        label={texts.minQuantity}
        autoComplete="off"
        value={tier.minQuantity}
        onChange={({ currentTarget }) => {
          onChange({ ...tier, minQuantity: currentTarget.value });
        }}
      />
      {currencies.map((currency) => (
        <TextInput
          key={currency}
          inputMode="decimal"
          label={texts.priceIn(currency)}
          autoComplete="off"
          value={tier.prices[currency] ?? ''}
          onChange={({ currentTarget }) => {
            onChange({ ...tier, prices: { ...tier.prices, [currency]: currentTarget.value } });
          }}
        />
      ))}
    </>
  );
}
