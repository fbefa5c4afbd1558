import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { createdOn } from '../list/day-filter.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';
import { type SortField, sortIn } from '../list/sorting.ts';

const FILTERS = ['search', 'status', 'from', 'to', 'sort'] as const;
export type CustomerFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const customerFiltersIn = filterSearch(FILTERS);

/** The filters as the API takes them: days are those of the time zone. */
export function customersQueryOf(filters: CustomerFilters, timeZone: string) {
  const { search } = filters;
  const status = oneOf(['Active', 'Deleted'] as const, filters.status);
  const sort = sortIn(filters.sort, customerSortFields(filters));
  return {
    ...(search !== undefined && { search }),
    ...(status !== undefined && { status }),
    ...createdOn(filters, timeZone),
    ...(sort !== undefined && { sort }),
  };
}

/**
 * By what the list can be sorted: what a search finds has an order of its own, the deleted have no address, and few of
 * some days cannot be found by address.
 */
export function customerSortFields({ search, status, from, to }: CustomerFilters): readonly SortField[] {
  if (search !== undefined) return [];
  const isByTime = status === 'Deleted' || from !== undefined || to !== undefined;
  return isByTime ? ['createdAt'] : ['createdAt', 'email'];
}

/** Customers, newest first or in the order that the address asks for, page by page. */
export function customersQuery(all: CustomerFilters, timeZone: string) {
  const filters = customersQueryOf(all, timeZone);
  return infiniteQueryOptions({
    queryKey: ['customers', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/customers', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

const ROWS = 10;
const EVENTS = 20;

/** The newest mails to a customer. */
export function mailsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'mails'],
    queryFn: ({ signal }) => {
      const params = { path: { idOrEmail: id }, query: { pageSize: ROWS } };
      return answer(api.GET('/api/customers/{idOrEmail}/mails', { params, signal }));
    },
  });
}

const DEVICES = 50;

/** The devices that have a seat of a customer's licenses, the newest first. */
export function devicesOfCustomerQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'devices'],
    queryFn: ({ signal }) => {
      const query = { status: 'Active' as const, pageSize: DEVICES };
      const params = { path: { idOrEmail: id }, query };
      return answer(api.GET('/api/customers/{idOrEmail}/devices', { params, signal }));
    },
  });
}

/** The newest trials of a customer. */
export function trialsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'trials'],
    queryFn: ({ signal }) => {
      const params = { query: { ownerId: id, pageSize: ROWS } };
      return answer(api.GET('/api/trials', { params, signal }));
    },
  });
}

/** One customer. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id],
    queryFn: ({ signal }) =>
      revised(api.GET('/api/customers/{idOrEmail}', { params: { path: { idOrEmail: id } }, signal })),
  });
}

/** The newest notes about a customer. */
export function notesQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'notes'],
    queryFn: ({ signal }) => {
      const params = { path: { idOrEmail: id }, query: { pageSize: ROWS } };
      return answer(api.GET('/api/customers/{idOrEmail}/notes', { params, signal }));
    },
  });
}

/** Where a customer is signed in. */
export function sessionsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'sessions'],
    queryFn: ({ signal }) => {
      const params = { path: { idOrEmail: id }, query: { pageSize: ROWS } };
      return answer(api.GET('/api/customers/{idOrEmail}/sessions', { params, signal }));
    },
  });
}

/** The vouchers that a customer redeemed last. */
export function vouchersQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'vouchers'],
    queryFn: ({ signal }) => {
      const params = { path: { idOrEmail: id }, query: { pageSize: ROWS } };
      return answer(api.GET('/api/customers/{idOrEmail}/vouchers', { params, signal }));
    },
  });
}

/** What happened to a customer last. */
export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'timeline'],
    queryFn: ({ signal }) => {
      const params = { path: { idOrEmail: id }, query: { pageSize: EVENTS } };
      return answer(api.GET('/api/customers/{idOrEmail}/timeline', { params, signal }));
    },
  });
}

/** The newest subscriptions of a customer. */
export function ownSubscriptionsQuery(customerId: string) {
  return queryOptions({
    queryKey: ['customer', customerId, 'subscriptions'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/subscriptions', { params: { query: { customerId, pageSize: ROWS } }, signal })),
  });
}

/** The merges of a customer that wait for somebody's consent. */
export function mergeRequestsQuery(id: string) {
  return queryOptions({
    queryKey: ['customer', id, 'merges'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/customers/{idOrEmail}/merge', { params: { path: { idOrEmail: id } }, signal })),
  });
}
