import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ActivationSection } from './activation-section.tsx';
import { CampaignSection } from './campaign-section.tsx';
import { OssSection } from './oss-section.tsx';
import { RecurringSection } from './recurring-section.tsx';
import type { Span } from '../parts/days.ts';
import { dayIn, kindOf, lastingName, periodOf, spanOf } from './periods.ts';
import { ReportFields } from './report-fields.tsx';
import {
  comparisonIn,
  type ReportFilters,
  reportFiltersIn,
  type SalesReport,
  salesQuery,
} from './report-queries.ts';
import { useReportTexts } from './report-texts.ts';
import { ItemSection, SalesSection, TaxSection } from './sales-sections.tsx';
import { TrialSection } from './trial-section.tsx';
import { VersionSection } from './version-section.tsx';

const route = getRouteApi('/frame/reports');

/** Sales, refunds and taxes of a period beside another one, what was sold, what subscriptions bring, and which versions are in use. */
export function ReportsPage() {
  const { reports, list } = useTexts();
  const texts = useReportTexts();
  const session = useSession();
  const filters = reportFiltersIn(route.useSearch());
  const [today] = useState(() => dayIn(new Date(), session.account.timeZone));
  const period = periodOf(filters.period, today);
  const { span, before } = spanOf(period, today, comparisonIn(filters));
  const query = useQuery(salesQuery(span, filters.payments));
  const earlier = useQuery(salesQuery(before, filters.payments));
  const { data } = query;
  return (
    <Page title={reports.label}>
      <ReportFields filters={filters} today={today} data={data} />
      <Text size="sm" c="dimmed">
        {texts.span(span.from, span.to, session.account.timeZone)}, {texts.comparison(before.from, before.to)}
      </Text>
      {data === undefined ? (
        query.error === null ? (
          <output aria-label={list.loading}>
            <Skeleton height={240} />
          </output>
        ) : (
          <FailureState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <Sales
          data={data}
          earlier={earlier.data}
          filters={filters}
          span={span}
          quarter={kindOf(period, today) === 'quarter' ? lastingName(period, today) : undefined}
        />
      )}
      <RecurringSection span={span} before={before} filters={filters} />
      {mayDo(session, 'trials:read') ? <TrialSection span={span} before={before} /> : null}
      {mayDo(session, 'licenses:read') ? <ActivationSection span={span} before={before} /> : null}
      {mayDo(session, 'licenses:read') ? <VersionSection span={span} /> : null}
    </Page>
  );
}

interface SalesProps {
  readonly data: SalesReport;
  readonly earlier: SalesReport | undefined;
  readonly filters: ReportFilters;
  readonly span: Span;
  /** Such as `2026-Q3`; `undefined`: the period is none. */
  readonly quarter: string | undefined;
}

const EURO = 'EUR';

function Sales({ data, earlier, filters, span, quarter }: SalesProps) {
  const texts = useReportTexts();
  const sales = data.currencies.find(({ currency }) => currency === filters.currency) ?? data.currencies[0];
  const oss =
    quarter === undefined ? null : (
      <OssSection quarter={quarter} currency={sales?.currency ?? EURO} payments={data.payments} />
    );
  if (sales === undefined)
    return (
      <>
        <EmptyState title={texts.none} text={texts.noneText} guide="dashboard-reports.md" />
        {oss}
      </>
    );
  const before = earlier?.currencies.find(({ currency }) => currency === sales.currency);
  return (
    <>
      {data.payments === 'Test' ? <Text size="sm">{texts.isTest}</Text> : null}
      <SalesSection sales={sales} before={before} span={span} />
      <TaxSection sales={sales} span={span} />
      {oss}
      <ItemSection sales={sales} span={span} />
      <CampaignSection sales={sales} before={before} span={span} />
    </>
  );
}
