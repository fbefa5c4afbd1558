import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';
import { sortIn } from '../list/sorting.ts';

export type Trial = components['schemas']['Trial'];

const FILTERS = ['device', 'email', 'product', 'status', 'sort'] as const;
export type TrialFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const trialFiltersIn = filterSearch(FILTERS);

/** By what the list can be sorted: trials of a status are sorted by their end, unless another filter leaves few. */
export function trialSortFields({ device, email, status }: TrialFilters): readonly 'createdAt'[] {
  const isFew = device !== undefined || email !== undefined;
  return !isFew && status !== undefined ? [] : ['createdAt'];
}

/** The filters as the API takes them. */
export function trialsQueryOf(filters: TrialFilters) {
  const { device, email, product } = filters;
  const status = oneOf(['Active', 'Expired'] as const, filters.status);
  const sort = sortIn(filters.sort, trialSortFields(filters));
  return {
    ...(device !== undefined && { deviceSignature: device }),
    ...(email !== undefined && { email }),
    ...(product !== undefined && { productFilter: product }),
    ...(status !== undefined && { status }),
    ...(sort !== undefined && { sort }),
  };
}

/** Trials, newest first or in the order that the address asks for, page by page. */
export function trialListQuery(all: TrialFilters) {
  const filters = trialsQueryOf(all);
  return infiniteQueryOptions({
    queryKey: ['trials', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/trials', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}
