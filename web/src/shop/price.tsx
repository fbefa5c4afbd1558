import { VisuallyHidden } from '@mantine/core';
import { use } from 'react';
import type { ShopDiscount, ShopVariation, Storefront } from '../api/storefront.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from './shop-texts.ts';
import type { UnitPrice } from './prices.ts';
import classes from './price.module.css';

interface PriceProps {
  readonly unit: UnitPrice;
  readonly currency: string;
  readonly recurrence?: ShopVariation['recurrence'];
  /** There are more expensive ones. */
  readonly isLowest?: boolean;
  readonly size?: 'normal' | 'large';
}

/** A price, with the one before discounts, and its billing cycle. */
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

/** The tax note beside prices for the visitor's country. */
export function TaxNote({ estimatedTax }: { readonly estimatedTax: Storefront['estimatedTax'] | undefined }) {
  const { price: texts } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  if (estimatedTax === undefined || estimatedTax.rate === 0) return null;
  const { rate, mode, countryCode } = estimatedTax;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rate);
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode) ?? countryCode;
  return (
    <p className={classes.tax}>
      {mode === 'Inclusive'
        ? texts.taxIncluded(percent, country, countryCode)
        : texts.taxAdded(percent, country, countryCode)}
    </p>
  );
}

/** The reduction of a discount, in words. */
export function useDiscountText(currency: string) {
  const { price: texts } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const money = useMoney();
  return (discount: ShopDiscount): string => {
    if (discount.type === 'PercentageOffDiscount') {
      const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
      return texts.percentOff(format.format(discount.percentage));
    }
    const amount = discount.total?.[currency];
    return amount === undefined ? '' : texts.amountOff(money(amount, currency));
  };
}
