import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Section } from '../parts/section.tsx';
import links from '../parts/text-link.module.css';
import { Figures } from '../reports/figures.tsx';
import { addDays, type Span } from '../parts/days.ts';
import { dayIn, spanOf } from '../reports/periods.ts';
import { type SalesOfCurrency, type SalesReport, salesQuery } from '../reports/report-queries.ts';
import { useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useHomeTexts } from './home-texts.ts';

/** What was sold today and this month, in the currency with the most money. */
export function HomeSales() {
  const { list } = useTexts();
  const texts = useHomeTexts();
  const { timeZone } = useSession().account;
  const [today] = useState(() => dayIn(new Date(), timeZone));
  const { span, before } = spanOf('thisMonth', today);
  // One request: yesterday may be in the month before.
  const query = useQuery(salesQuery({ from: before.from, to: today }));
  const { data } = query;
  const sales = data?.currencies[0];
  const reports = (
    <Link to="/reports" className={links.link ?? ''}>
      {texts.reports}
    </Link>
  );
  if (data === undefined) {
    return (
      <Section title={texts.today} aside={reports}>
        {query.error === null ? (
          <output aria-label={list.loading}>
            <Skeleton height={64} />
          </output>
        ) : (
          <FailureState failure={query.error} onRetry={() => void query.refetch()} />
        )}
      </Section>
    );
  }
  if (sales === undefined) {
    return (
      <Section title={texts.today} aside={reports}>
        <Text size="sm" c="dimmed">
          {texts.noSales}
        </Text>
      </Section>
    );
  }
  const yesterday = addDays(today, -1);
  return (
    <>
      <Section title={texts.today} aside={reports}>
        <TestNote report={data} />
        <SpanFigures
          sales={sales}
          span={{ from: today, to: today }}
          before={{ from: yesterday, to: yesterday }}
          beforeText={texts.yesterday}
        />
      </Section>
      <Section title={texts.month}>
        <SpanFigures sales={sales} span={span} before={before} beforeText={texts.monthBefore} />
      </Section>
    </>
  );
}

function TestNote({ report }: { readonly report: SalesReport }) {
  const texts = useHomeTexts();
  if (report.payments === 'Live') return null;
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {texts.isTest}
    </Text>
  );
}

interface SpanFiguresProps {
  readonly sales: SalesOfCurrency;
  readonly span: Span;
  readonly before: Span;
  readonly beforeText: (value: string) => string;
}

function SpanFigures({ sales, span, before, beforeText }: SpanFiguresProps) {
  const texts = useHomeTexts();
  const money = useMoney();
  const [now, then] = [sumsIn(sales, span), sumsIn(sales, before)];
  const amount = (value: number) => money(value, sales.currency);
  return (
    <Figures
      rows={[
        { name: texts.gross, value: amount(now.gross), before: beforeText(amount(then.gross)) },
        { name: texts.refunded, value: amount(now.refunded), before: beforeText(amount(then.refunded)) },
        { name: texts.orders, value: String(now.orders), before: beforeText(String(then.orders)) },
      ]}
    />
  );
}

/** The sums of some days; amounts are rounded to what money has, as sums of binary fractions are not. */
function sumsIn({ days }: SalesOfCurrency, { from, to }: Span) {
  const own = days.filter(({ day }) => day >= from && day <= to);
  return {
    gross: own.reduce((sum, { gross }) => sum + gross.amount, 0),
    refunded: own.reduce((sum, { refunded }) => sum + refunded.amount, 0),
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
  };
}
