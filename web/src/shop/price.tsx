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

/** What prices say about taxes: with the rate of the visitor's country, if it is known and that of all items. */
export function TaxNote({ storefront }: { readonly storefront: TaxedPrices | undefined }) {
  const { price: texts, cart } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const { taxMode, estimatedTax } = storefront ?? {};
  const mode = estimatedTax?.mode ?? taxMode;
  if (mode === undefined || estimatedTax?.rate === 0) return null;
  const isInclusive = mode === 'Inclusive';
  if (estimatedTax === undefined || estimatedTax.varies) {
    const text = isInclusive ? texts.taxesIncluded : cart.taxLater(estimatedTax?.countryCode);
    return <p className={classes.tax}>{text}</p>;
  }
  const { rate, countryCode } = estimatedTax;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rate);
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode) ?? countryCode;
  const textOf = isInclusive ? texts.taxIncluded : texts.taxAdded;
  return <p className={classes.tax}>{textOf(percent, country, countryCode)}</p>;
}

type TaxedPrices = Pick<Storefront, 'taxMode' | 'estimatedTax'>;

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
