import { VisuallyHidden } from '@mantine/core';
import { use } from 'react';
import type { ShopVariation, Storefront } from '../api/storefront.ts';
import { LanguageOfPage } from '../texts/language.ts';
import { useMoney } from '../texts/money.ts';
import { useShopTexts } from '../texts/shop-texts.ts';
import type { UnitPrice } from './prices.ts';
import classes from './price.module.css';

interface PriceProps {
  readonly unit: UnitPrice;
  readonly currency: string;
  readonly recurrence?: ShopVariation['recurrence'];
  /** There are dearer ones. */
  readonly isLowest?: boolean;
  readonly size?: 'normal' | 'large';
}

/** A price, with the one before discounts, and how often it is paid. */
export function Price({ unit, currency, recurrence, isLowest = false, size = 'normal' }: PriceProps) {
  const { price: texts } = useShopTexts();
  const money = useMoney();
  const isReduced = unit.original > unit.price;
  return (
    <span className={classes.price} data-size={size}>
      {isReduced ? (
        <del className={classes.before}>
          <VisuallyHidden>{texts.before} </VisuallyHidden>
          {money(unit.original, currency)}
        </del>
      ) : null}
      {isLowest ? <span className={classes.note}>{texts.from}</span> : null}
      <span className={classes.amount}>{unit.price === 0 ? texts.free : money(unit.price, currency)}</span>
      {recurrence?.type === 'Recurring' ? (
        <span className={classes.note}>{texts.cycles[recurrence.cycleLength]}</span>
      ) : null}
    </span>
  );
}

/** What prices say about the tax of the visitor's country. */
export function TaxNote({ estimatedTax }: { readonly estimatedTax: Storefront['estimatedTax'] | undefined }) {
  const { price: texts } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  if (estimatedTax === undefined || estimatedTax.rate === 0) return null;
  const { rate, mode, countryCode } = estimatedTax;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rate);
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode) ?? countryCode;
  return (
    <p className={classes.tax}>
      {mode === 'Inclusive' ? texts.taxIncluded(percent, country) : texts.taxAdded(percent, country)}
    </p>
  );
}

/** How much a discount takes off, in words. */
export function useDiscountText(currency: string) {
  const { price: texts } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const money = useMoney();
  return (discount: DiscountShape): string => {
    if (discount.type === 'PercentageOffDiscount') {
      const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
      return texts.percentOff(format.format(discount.percentage));
    }
    const amount = discount.total?.[currency];
    return amount === undefined ? '' : texts.amountOff(money(amount, currency));
  };
}

type DiscountShape = NonNullable<ShopVariation['discount']>;
