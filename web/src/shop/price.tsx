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

/** The tax note beside prices: the rate of the visitor's country, if it can be estimated and is that of all items. */
export function TaxNote({ storefront }: { readonly storefront: TaxedPrices | undefined }) {
  const taxText = useTaxText();
  const text = storefront && taxText(storefront);
  return text === undefined ? null : <p className={classes.tax}>{text}</p>;
}

type TaxedPrices = Pick<Storefront, 'taxMode' | 'estimatedTax'>;

/** What prices say about taxes; undefined where the vendor collects none. */
function useTaxText(): (storefront: TaxedPrices) => string | undefined {
  const { price: texts, cart } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  return ({ taxMode, estimatedTax }) => {
    if (estimatedTax?.rate === 0) return undefined;
    const mode = estimatedTax?.mode ?? taxMode;
    if (mode === 'Inclusive' && (estimatedTax === undefined || estimatedTax.varies))
      return texts.taxesIncluded;
    if (estimatedTax === undefined) return mode && cart.taxLater(undefined);
    const { rate, countryCode } = estimatedTax;
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
      rate,
    );
    const country = new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode) ?? countryCode;
    const textOf = mode === 'Inclusive' ? texts.taxIncluded : texts.taxAdded;
    return textOf(percent, country, countryCode);
  };
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
