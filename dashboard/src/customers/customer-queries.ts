import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

const FILTERS = ['search', 'status'] as const;
export type CustomerFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const customerFiltersIn = filterSearch(FILTERS);

/** The filters as the API takes them. */
export function customersQueryOf({ search, status: text }: CustomerFilters) {
  const status = oneOf(['Active', 'Deleted'] as const, text);
  return { ...(search !== undefined && { search }), ...(status !== undefined && { status }) };
}

/** Customers, newest first, page by page. */
export function customersQuery(all: CustomerFilters) {
  const filters = customersQueryOf(all);
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
