import { use } from 'react';
import type { ShopVariation } from '../api/storefront.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useShopTexts } from './shop-texts.ts';
import { Price } from './price.tsx';
import { unitPrice } from './prices.ts';
import classes from './buy-box.module.css';

interface VolumePricesProps {
  readonly variation: ShopVariation;
  readonly quantity: number;
  readonly currency: string;
}

/** The unit price by quantity; the effective row stands out. */
export function VolumePrices({ variation, quantity, currency }: VolumePricesProps) {
  const { price } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const tiers = variation.pricingTiers ?? [];
  if (tiers.length === 0) return null;
  const steps = [...new Set([1, ...tiers.map(({ minQuantity }) => minQuantity)])];
  const current = steps.findLast((step) => step <= quantity);
  return (
    <table className={classes.tiers}>
      <caption>{price.tiers}</caption>
      <tbody>
        {steps.map((step) => {
          const unit = unitPrice(variation, step, currency);
          return unit === undefined ? null : (
            <tr key={step} data-current={step === current || undefined}>
              <th scope="row">{price.tierFrom(new Intl.NumberFormat(locale).format(step))}</th>
              <td>
                <Price unit={unit} currency={currency} /> {price.each}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
