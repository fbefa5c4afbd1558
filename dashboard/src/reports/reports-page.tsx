import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { ActivationSection } from './activation-section.tsx';
import { CampaignSection } from './campaign-section.tsx';
import { OssSection } from './oss-section.tsx';
import { RecurringSection } from './recurring-section.tsx';
import { dayIn, PERIODS, quarterOf, type Span, spanOf } from './periods.ts';
import classes from './reports-page.module.css';
import {
  periodIn,
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

/** Sales, refunds and taxes of a period beside the one before, what was sold, what subscriptions bring, and which versions are in use. */
export function ReportsPage() {
  const { reports, list } = useTexts();
  const texts = useReportTexts();
  const session = useSession();
  const filters = reportFiltersIn(route.useSearch());
  const [today] = useState(() => dayIn(new Date(), session.account.timeZone));
  const { span, before } = spanOf(periodIn(filters), today);
  const query = useQuery(salesQuery(span, filters.payments));
  const earlier = useQuery(salesQuery(before, filters.payments));
  const { data } = query;
  return (
    <Page title={reports.label}>
      <ReportFields filters={filters} data={data} />
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
        <Sales data={data} earlier={earlier.data} filters={filters} span={span} />
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
}

function Sales({ data, earlier, filters, span }: SalesProps) {
  const texts = useReportTexts();
  const sales = data.currencies.find(({ currency }) => currency === filters.currency) ?? data.currencies[0];
  if (sales === undefined)
    return <EmptyState title={texts.none} text={texts.noneText} guide="dashboard-reports.md" />;
  const quarter = quarterOf(periodIn(filters), span);
  const before = earlier?.currencies.find(({ currency }) => currency === sales.currency);
  return (
    <>
      {data.payments === 'Test' ? <Text size="sm">{texts.isTest}</Text> : null}
      <SalesSection sales={sales} before={before} span={span} />
      <TaxSection sales={sales} span={span} />
      {quarter === undefined ? null : (
        <OssSection quarter={quarter} currency={sales.currency} payments={data.payments} />
      )}
      <ItemSection sales={sales} span={span} />
      <CampaignSection sales={sales} before={before} span={span} />
    </>
  );
}

function ReportFields({
  filters,
  data,
}: Pick<SalesProps, 'filters'> & { readonly data: SalesReport | undefined }) {
  const texts = useReportTexts();
  const navigate = route.useNavigate();
  const change = (next: ReportFilters) => void navigate({ search: { ...filters, ...next }, replace: true });
  const currencies = data?.currencies.map(({ currency }) => currency) ?? [];
  return (
    <div className={classes.filters}>
      <SelectField
        size="xs"
        label={texts.period}
        value={periodIn(filters)}
        options={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
        onChange={({ currentTarget }) => {
          change({ period: currentTarget.value });
        }}
      />
      {currencies.length < 2 ? null : (
        <SelectField
          size="xs"
          label={texts.currency}
          value={filters.currency ?? currencies[0] ?? ''}
          options={currencies}
          onChange={({ currentTarget }) => {
            change({ currency: currentTarget.value });
          }}
        />
      )}
      {data === undefined ? null : (
        <SelectField
          size="xs"
          label={texts.payments}
          value={data.payments}
          options={(['Live', 'Test'] as const).map((value) => ({ value, label: texts.modes[value] }))}
          onChange={({ currentTarget }) => {
            change({ payments: currentTarget.value });
          }}
        />
      )}
    </div>
  );
}
