import type { components } from '@latchkey/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import type { MonthSpan } from './recurring.ts';
import type { Span } from '../parts/days.ts';
import { type Comparison, COMPARISONS } from './periods.ts';

export type SalesReport = components['schemas']['SalesReport'];
export type OssReturn = components['schemas']['OssReturn'];
export type SalesOfCurrency = components['schemas']['SalesOfCurrency'];

const FILTERS = ['period', 'compare', 'currency', 'payments'] as const;
export type ReportFilters = Filters<(typeof FILTERS)[number]>;

/** What a report is about, in an address. */
export const reportFiltersIn = filterSearch(FILTERS);

/** What the period of an address is compared with; the one before if it does not say. */
export function comparisonIn({ compare }: ReportFilters): Comparison {
  return oneOf(COMPARISONS, compare) ?? 'before';
}

/** The sales of a span; without `payments`, those of what the account takes now. */
export function salesQuery({ from, to }: Span, payments?: string) {
  const mode = oneOf(['Live', 'Test'] as const, payments);
  const query = { from, to, ...(mode !== undefined && { payments: mode }) };
  return queryOptions({
    queryKey: ['sales', query],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/sales', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The one-stop-shop return of a quarter such as `2026-Q3`; without `payments`, of what the account takes now. */
export function ossQuery(quarter: string, payments?: string) {
  const mode = oneOf(['Live', 'Test'] as const, payments);
  const query = { quarter, ...(mode !== undefined && { payments: mode }) };
  return queryOptions({
    queryKey: ['oss', query],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/oss', { params: { query }, signal })),
  });
}

/** What subscriptions bring each month; without `payments`, those of what the account takes now. */
export function recurringQuery(months: MonthSpan, payments?: string) {
  const mode = oneOf(['Live', 'Test'] as const, payments);
  const query = { ...months, ...(mode !== undefined && { payments: mode }) };
  return queryOptions({
    queryKey: ['recurring', query],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/recurring', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** What became of the trials of each month, by product. */
export function trialQuery(query: MonthSpan) {
  return queryOptions({
    queryKey: ['trial-sales', query],
    queryFn: ({ signal }) => answer(api.GET('/api/reports/trials', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** New activations of each day, by product. */
export function activationQuery({ from, to }: Span) {
  return queryOptions({
    queryKey: ['new-activations', from, to],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/reports/activations', { params: { query: { from, to } }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The devices of each product, version and platform, day by day. */
export function usageQuery({ from, to }: Span) {
  return queryOptions({
    queryKey: ['usage', from, to],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/analytics/usage', { params: { query: { from, to } }, signal })),
  });
}
