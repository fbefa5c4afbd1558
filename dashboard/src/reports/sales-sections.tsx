import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { SalesChart } from './charts.tsx';
import { usePlaceName } from '../parts/place-name.ts';
import { Section } from '../parts/section.tsx';
import { Figures } from './figures.tsx';
import type { Span } from '../parts/days.ts';
import type { SalesOfCurrency } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import { useReportTexts } from './report-texts.ts';

interface SalesSectionProps {
  readonly sales: SalesOfCurrency;
  readonly before: SalesOfCurrency | undefined;
  readonly span: Span;
}

/** The sum of a period beside that of the one before, and each day of it. */
export function SalesSection({ sales, before, span }: SalesSectionProps) {
  const texts = useReportTexts();
  const money = useMoney();
  const { currency } = sales;
  const columns: readonly ReportColumn<SalesOfCurrency['days'][number]>[] = [
    { label: texts.day, show: ({ day }) => day },
    {
      label: texts.orders,
      isNumber: true,
      show: ({ orders }) => String(orders),
      raw: ({ orders }) => orders,
    },
    amountColumn(texts.gross, ({ gross }) => gross.amount, money, currency),
    amountColumn(texts.refunded, ({ refunded }) => refunded.amount, money, currency),
    amountColumn(texts.tax, ({ tax }) => tax.amount, money, currency),
    amountColumn(texts.refundedTax, ({ refundedTax }) => refundedTax.amount, money, currency),
  ];
  const name = `sales-${currency}-${span.from}-${span.to}`;
  return (
    <Section
      title={texts.sales}
      aside={<CsvButton name={name} label={texts.sales} rows={sales.days} columns={columns} />}
    >
      <SalesFigures sales={sales} before={before} />
      <SalesChart sales={sales} span={span} />
      <details>
        <summary>{texts.asTable}</summary>
        <ReportTable label={texts.byDay} rows={sales.days} columns={columns} keyOf={({ day }) => day} />
      </details>
    </Section>
  );
}

/** The sums of a period, each beside that of the one before. */
export function SalesFigures({ sales, before }: Omit<SalesSectionProps, 'span'>) {
  const texts = useReportTexts();
  const money = useMoney();
  const values = (each: SalesOfCurrency | undefined) => {
    const amount = (value: number) => money(value, sales.currency);
    const [gross, refunded] = [each?.gross.amount ?? 0, each?.refunded.amount ?? 0];
    return [
      amount(gross),
      amount(refunded),
      amount(gross - refunded),
      amount((each?.tax.amount ?? 0) - (each?.refundedTax.amount ?? 0)),
      String(each?.orders ?? 0),
    ];
  };
  const [now, then] = [values(sales), values(before)];
  const names = [texts.gross, texts.refunded, texts.kept, texts.dueTax, texts.orders];
  return (
    <Figures
      rows={names.map((name, index) => ({
        name,
        value: now[index] ?? '',
        before: texts.before(then[index] ?? ''),
      }))}
    />
  );
}

type Tax = SalesOfCurrency['taxes'][number];

/** What was taxed where, for the return of a quarter. */
export function TaxSection({ sales, span }: Pick<SalesSectionProps, 'sales' | 'span'>) {
  const texts = useReportTexts();
  const money = useMoney();
  const { locale } = use(LanguageOfPage);
  const { currency } = sales;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const placeName = usePlaceName();
  const columns: readonly ReportColumn<Tax>[] = [
    {
      label: texts.country,
      show: ({ country, region, reason }) =>
        [
          country === undefined ? texts.untaxed : placeName({ country, region }),
          texts.reasons[reason] ?? reason,
        ]
          .filter(Boolean)
          .join(' · '),
      raw: ({ country, region, reason }) => [country, region, reason].filter(Boolean).join(' '),
    },
    {
      label: texts.rate,
      isNumber: true,
      show: ({ rate }) => (rate === undefined ? '' : percent.format(rate)),
      raw: ({ rate }) => rate ?? '',
    },
    amountColumn(texts.net, ({ gross, tax }) => cents(gross.amount - tax.amount), money, currency),
    amountColumn(texts.tax, ({ tax }) => tax.amount, money, currency),
    amountColumn(texts.refundedTax, ({ refundedTax }) => refundedTax.amount, money, currency),
    amountColumn(
      texts.dueTax,
      ({ tax, refundedTax }) => cents(tax.amount - refundedTax.amount),
      money,
      currency,
    ),
  ];
  const name = `taxes-${currency}-${span.from}-${span.to}`;
  return (
    <Section
      title={texts.taxes}
      aside={<CsvButton name={name} label={texts.taxes} rows={sales.taxes} columns={columns} />}
    >
      <ReportTable label={texts.taxes} rows={sales.taxes} columns={columns} keyOf={keyOfTax} />
    </Section>
  );
}

function keyOfTax({ country, region, rate, reason }: Tax): string {
  return [country, region, rate, reason].join('/');
}

/** What was sold of each product. */
export function ItemSection({ sales, span }: Pick<SalesSectionProps, 'sales' | 'span'>) {
  const texts = useReportTexts();
  const money = useMoney();
  const { currency } = sales;
  const columns: readonly ReportColumn<SalesOfCurrency['items'][number]>[] = [
    { label: texts.item, show: ({ itemId }) => itemId },
    { label: texts.units, isNumber: true, show: ({ units }) => String(units), raw: ({ units }) => units },
    amountColumn(texts.gross, ({ gross }) => gross.amount, money, currency),
    amountColumn(texts.refunded, ({ refunded }) => refunded.amount, money, currency),
    amountColumn(texts.kept, ({ gross, refunded }) => cents(gross.amount - refunded.amount), money, currency),
  ];
  const name = `products-${currency}-${span.from}-${span.to}`;
  return (
    <Section
      title={texts.items}
      aside={<CsvButton name={name} label={texts.items} rows={sales.items} columns={columns} />}
    >
      <ReportTable label={texts.items} rows={sales.items} columns={columns} keyOf={({ itemId }) => itemId} />
    </Section>
  );
}

function amountColumn<Row>(
  label: string,
  amountOf: (row: Row) => number,
  money: (amount: number, currency: string) => string,
  currency: string,
): ReportColumn<Row> {
  return { label, isNumber: true, show: (row) => money(amountOf(row), currency), raw: amountOf };
}

/** A difference of amounts without what binary fractions add. */
function cents(amount: number): number {
  return Number(amount.toFixed(4));
}
