import { Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, use } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useTexts } from './checkout-texts.ts';
import type { Texts } from './checkout-en.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { Due, Sum, Sums } from '../order-sums/sums.tsx';
import { useSumsTexts } from '../order-sums/sums-texts.ts';
import classes from './order-summary.module.css';
import { reductionOfLines, reductionsOf } from './summary-rows.ts';
import type { EarlierDue } from './use-payment.ts';

export type PricedCheckout = Pick<Checkout, 'lines' | 'total' | 'currency' | 'couponsApplied'> &
  Partial<Pick<Checkout, 'tax' | 'cartOffer' | 'subscription' | 'suggestedCountry'>>;

interface SummaryTotalProps {
  readonly checkout: PricedCheckout;
  /** The total that the buyer saw before it changed. */
  readonly earlierDue?: EarlierDue | undefined;
  /** New totals are being loaded; these stay until then. */
  readonly isUpdating?: boolean;
  /** The button that removes a coupon; absent where the order is no longer a cart. */
  readonly renderRemoval?: (code: string) => ReactNode;
}

/** The total of the order and its parts: the lines, reductions by name, the taxes, the total. */
export function SummaryTotal({ checkout, earlierDue, isUpdating = false, renderRemoval }: SummaryTotalProps) {
  const { total, currency, tax } = checkout;
  const { summary } = useTexts();
  const texts = useSumsTexts();
  const money = useMoney();
  if (total === undefined) return null;
  const hasFreeDays = checkout.lines.some(({ renewal }) => renewal?.freeDays !== undefined);
  const reductions = reductionsOf(checkout, hasFreeDays ? summary.freeDays : texts.discounts);
  const isSameDue = earlierDue?.due === total.due.amount && earlierDue.currency === currency;
  const taxRows = taxRowsOf(checkout);
  const totalLabel = checkout.subscription === undefined ? texts.total : summary.dueToday;
  return (
    <div>
      <Sums isUpdating={isUpdating}>
        {reductions.length === 0 && taxRows.length === 0 ? null : (
          <Sum label={texts.subtotal}>
            {money(total.original.amount - reductionOfLines(checkout.lines), currency)}
          </Sum>
        )}
        {reductions.map(({ name, amount, code }) => (
          <Sum
            key={`${name} ${code ?? ''}`}
            label={name}
            action={code === undefined ? null : renderRemoval?.(code)}
          >
            {money(-amount, currency)}
          </Sum>
        ))}
        {taxRows.map(({ rate, amount, country }) => (
          <TaxStep
            key={`${rate ?? ''} ${country ?? ''}`}
            rate={rate}
            country={country}
            isNotCharged={amount !== undefined && amount < 0}
            amount={amount === undefined ? '–' : money(amount, currency)}
          />
        ))}
        <Due label={isTaxOpen(checkout) ? summary.totalWithoutTax(checkout.suggestedCountry) : totalLabel}>
          {earlierDue === undefined || isSameDue ? null : (
            <Text component="del" c="dimmed" td="line-through" mr="sm">
              <VisuallyHidden>{summary.beforeChange}</VisuallyHidden>{' '}
              {money(earlierDue.due, earlierDue.currency)}
            </Text>
          )}{' '}
          {money(total.due.amount, currency)}
        </Due>
      </Sums>
      {tax === undefined ? null : (
        <TaxNote tax={tax} suggestedCountry={checkout.suggestedCountry} currency={currency} />
      )}
      <VisuallyHidden component="output">{isUpdating ? texts.updating : ''}</VisuallyHidden>
    </div>
  );
}

interface TaxStepProps extends Pick<TaxRow, 'rate' | 'country'> {
  /** The prices include it, but this buyer does not pay it. */
  readonly isNotCharged: boolean;
  readonly amount: string;
}

function TaxStep({ rate, country, isNotCharged, amount }: TaxStepProps) {
  const { summary } = useTexts();
  const percent = usePercent();
  if (isNotCharged) return <Sum label={summary.notCharged}>{amount}</Sum>;
  const label = rate === undefined ? summary.tax(country) : summary.taxRate(percent(rate), country);
  return <Sum label={label}>{amount}</Sum>;
}

/** Whether a tax is still to be added, once the buyer has chosen a country. */
export function isTaxOpen(checkout: PricedCheckout): boolean {
  return taxRowsOf(checkout).some(({ amount }) => amount === undefined);
}

interface TaxRow {
  readonly rate: number | undefined;
  /** The probable one while the buyer has chosen none. */
  readonly country: string | undefined;
  /** Absent while the country is unknown; the row is there, so that nothing moves once it is. */
  readonly amount: number | undefined;
}

/**
 * The taxes on top of the prices, one row for each rate; and the deduction from prices that include a tax which is not
 * charged.
 */
function taxRowsOf({ tax, total, suggestedCountry }: PricedCheckout): TaxRow[] {
  const amount = total?.taxes.amount ?? 0;
  const ofAll = { rate: undefined, country: tax?.rates[0]?.country ?? suggestedCountry };
  if (tax === undefined) return amount === 0 ? [] : [{ ...ofAll, amount }];
  if (tax.mode === 'Inclusive') return amount < 0 ? [{ ...ofAll, amount }] : [];
  const rows = tax.rates.filter((rate) => rate.amount > 0);
  if (rows.length > 0) return rows;
  return tax.isEstimate && tax.rates.length === 0 ? [{ ...ofAll, amount: undefined }] : [];
}

interface TaxNoteProps {
  readonly suggestedCountry: string | undefined;
  readonly tax: NonNullable<Checkout['tax']>;
  readonly currency: string;
}

/** Below the total: the taxes that it includes, and the reasons for them. */
function TaxNote({ tax, suggestedCountry, currency }: TaxNoteProps) {
  const { summary } = useTexts();
  const money = useMoney();
  const percent = usePercent();
  const amounts = tax.rates.filter(({ amount }) => tax.mode === 'Inclusive' && amount > 0);
  const sentences = [
    ...amounts.map(({ rate, amount, country }) =>
      summary.taxIncluded(money(amount, currency), percent(rate), country),
    ),
    ...(tax.rates.length === 0 ? laterTexts(tax, summary, suggestedCountry) : []),
    ...(tax.rates.some(({ reason }) => reason === 'ReverseCharge') ? [summary.reverseCharge] : []),
    ...(tax.isEstimate && tax.rates.length > 0 ? [summary.taxEstimated] : []),
  ];
  return (
    <Text size="sm" c="dimmed" className={classes.note}>
      {sentences.join(' ')}
    </Text>
  );
}

function laterTexts(
  { mode, isEstimate }: NonNullable<Checkout['tax']>,
  summary: Texts['summary'],
  suggestedCountry: string | undefined,
): readonly string[] {
  if (mode === 'Inclusive') return [summary.taxIncludedLater];
  return isEstimate ? [summary.taxLater(suggestedCountry)] : [];
}

function usePercent(): (rate: number) => string {
  const { locale } = use(LanguageOfPage);
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  return (rate) => format.format(rate / 100);
}
