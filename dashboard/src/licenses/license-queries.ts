import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { ownedRows } from '../customers/owned-rows.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';
import { sortIn } from '../list/sorting.ts';

const FILTERS = ['keyCode', 'email', 'productFilter', 'status', 'ownerId', 'sort'] as const;
export type LicenseFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const licenseFiltersIn = filterSearch(FILTERS);

/** The filters as the API takes them. */
export function licensesQueryOf(filters: LicenseFilters) {
  const { keyCode, email, productFilter, ownerId } = filters;
  const status = oneOf(['Active', 'Revoked', 'Expired'] as const, filters.status);
  const sort = sortIn(filters.sort, licenseSortFields(filters));
  return {
    ...(keyCode !== undefined && { keyCode }),
    ...(email !== undefined && { email }),
    ...(productFilter !== undefined && { productFilter }),
    ...(ownerId !== undefined && { ownerId }),
    ...(status !== undefined && { status }),
    ...(sort !== undefined && { sort }),
  };
}

/** By what the list can be sorted: active and expired licenses are sorted by their end, unless another filter leaves few. */
export function licenseSortFields({
  keyCode,
  email,
  ownerId,
  status,
}: LicenseFilters): readonly 'createdAt'[] {
  const isFew = keyCode !== undefined || email !== undefined || ownerId !== undefined;
  return !isFew && (status === 'Active' || status === 'Expired') ? [] : ['createdAt'];
}

/** Licenses, newest first or in the order that the address asks for, page by page. */
export function licensesQuery(all: LicenseFilters) {
  const filters = licensesQueryOf(all);
  return infiniteQueryOptions({
    queryKey: ['licenses', filters],
    ...pagesOf(async (page, signal) => {
      const params = { query: { ...filters, ...page } };
      return ownedRows(await answer(api.GET('/api/licenses', { params, signal })), ({ ownerId }) => ownerId);
    }),
  });
}

/** One license. */
export function licenseQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id],
    queryFn: ({ signal }) => revised(api.GET('/api/licenses/{id}', { params: { path: { id } }, signal })),
  });
}

/** The devices of a license, the released ones too. */
export function devicesQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id, 'devices'],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/licenses/{id}/activations', {
          params: { path: { id }, query: { pageSize: 100 } },
          signal,
        }),
      ),
  });
}

const EVENTS = 20;

/** What happened to a license last. */
export function licenseTimelineQuery(id: string) {
  return queryOptions({
    queryKey: ['license', id, 'timeline'],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { pageSize: EVENTS } };
      return answer(api.GET('/api/licenses/{id}/timeline', { params, signal }));
    },
  });
}

/** Reads a license, and the lists that may show it, again after a change; the promise ends with the license. */
export function useFreshLicense(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['licenses'] });
    await queryClient.invalidateQueries({ queryKey: ['license', id] });
  };
}
