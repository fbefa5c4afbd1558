import { Text } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { usePlaceName } from '../parts/place-name.ts';
import { Section } from '../parts/section.tsx';
import { ossQuery, type OssReturn } from './report-queries.ts';
import { CsvButton, type ReportColumn, ReportTable } from './report-table.tsx';
import { useReportTexts } from './report-texts.ts';

interface OssSectionProps {
  /** Such as `2026-Q3`. */
  readonly quarter: string;
  readonly currency: string;
  readonly payments: string | undefined;
}

/** A line of the return: a sale has a rate, a correction the quarter of its sales. */
interface OssRow {
  readonly quarter: string;
  readonly country: string;
  readonly rate: number | undefined;
  readonly net: number;
  readonly tax: number;
}

/** What is declared in the one-stop shop of the European Union for a quarter, in one currency, as a table and as CSV. */
export function OssSection({ quarter, currency, payments }: OssSectionProps) {
  const texts = useReportTexts();
  const query = useQuery(ossQuery(quarter, payments));
  const rows = query.data === undefined ? [] : rowsOf(query.data, currency);
  const columns = useColumns(currency);
  return (
    <Section
      title={texts.oss(quarter)}
      aside={
        rows.length === 0 ? null : (
          <CsvButton
            name={`oss-${quarter}-${currency}`}
            label={texts.oss(quarter)}
            rows={rows}
            columns={columns}
          />
        )
      }
    >
      {isProblem(query.error, 'SellerCountryMissing') ? (
        <Text size="sm">{texts.ossNoCountry}</Text>
      ) : query.error !== null ? (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.ossNone}
        </Text>
      ) : (
        <ReportTable label={texts.oss(quarter)} rows={rows} columns={columns} keyOf={keyOf} />
      )}
      <Text size="sm" c="dimmed">
        {texts.ossText}
      </Text>
    </Section>
  );
}

function useColumns(currency: string): readonly ReportColumn<OssRow>[] {
  const texts = useReportTexts();
  const money = useMoney();
  const { locale } = use(LanguageOfPage);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const placeName = usePlaceName();
  return [
    {
      label: texts.country,
      show: ({ country }) => placeName({ country }),
      raw: ({ country }) => country,
    },
    {
      label: texts.rate,
      isNumber: true,
      show: ({ rate }) => (rate === undefined ? texts.ossCorrection : percent.format(rate)),
      raw: ({ rate }) => rate ?? '',
    },
    { label: texts.ossQuarter, show: ({ quarter }) => quarter },
    { label: texts.net, isNumber: true, show: ({ net }) => money(net, currency), raw: ({ net }) => net },
    { label: texts.tax, isNumber: true, show: ({ tax }) => money(tax, currency), raw: ({ tax }) => tax },
  ];
}

function rowsOf({ quarter, currencies }: OssReturn, currency: string): readonly OssRow[] {
  const own = currencies.find((each) => each.currency === currency);
  const supplies = (own?.supplies ?? []).map(({ country, rate, net, tax }) => ({
    quarter,
    country,
    rate,
    net: net.amount,
    tax: tax.amount,
  }));
  const corrections = (own?.corrections ?? []).map((each) => ({
    quarter: each.quarter,
    country: each.country,
    rate: undefined,
    net: each.net.amount,
    tax: each.tax.amount,
  }));
  return [...supplies, ...corrections];
}

function keyOf({ quarter, country, rate }: OssRow): string {
  return [quarter, country, rate].join('/');
}
