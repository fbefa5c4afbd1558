import { Text } from '@mantine/core';
import type { ShopVariation } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { Price } from './price.tsx';
import { unitPrice } from './prices.ts';
import classes from './buy-box.module.css';

interface VariationChoiceProps {
  readonly variations: readonly ShopVariation[];
  readonly variation: ShopVariation;
  readonly currency: string;
  readonly onChoose: (id: string) => void;
}

/** The ways to buy an item; with only one there is no choice. */
export function VariationChoice({ variations, variation, currency, onChoose }: VariationChoiceProps) {
  const { product, price } = useShopTexts();
  if (variations.length < 2) return null;
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{product.choose}</legend>
      {variations.map((each) => {
        const unit = unitPrice(each, 1, currency);
        return (
          <label key={each.id} className={classes.choice}>
            <input
              type="radio"
              name="variation"
              value={each.id}
              checked={each.id === variation.id}
              onChange={() => {
                onChoose(each.id);
              }}
            />
            <span>
              {each.name}
              {[
                ...(each.freeDays === undefined ? [] : [price.freeDays(each.freeDays)]),
                ...(each.ownAfterCycles === undefined ? [] : [price.owned(each.ownAfterCycles)]),
                ...(each.fallbackAfterCycles === undefined ? [] : [price.kept(each.fallbackAfterCycles)]),
              ].map((note) => (
                <Text key={note} size="sm" c="dimmed">
                  {note}
                </Text>
              ))}
            </span>
            {unit === undefined ? null : (
              <Price unit={unit} currency={currency} recurrence={each.recurrence} />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
