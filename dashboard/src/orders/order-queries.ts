import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { createdOn } from '../list/day-filter.ts';
import { ownedRows } from '../customers/owned-rows.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';
import { sortIn } from '../list/sorting.ts';

const FILTERS = ['number', 'email', 'status', 'customerId', 'undue', 'needs', 'from', 'to', 'sort'] as const;
export type OrderFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const orderFiltersIn = filterSearch(FILTERS);

/** By what the list can be sorted. */
export const ORDER_SORT_FIELDS = ['createdAt'] as const;

/** The filters as the API takes them: days are those of the time zone. */
export function ordersQueryOf(filters: OrderFilters, timeZone: string) {
  const { number, email, customerId } = filters;
  const sort = sortIn(filters.sort, ORDER_SORT_FIELDS);
  const status = oneOf(['Open', 'PaymentProcessing', 'Paid', 'Completed'] as const, filters.status);
  const undue = oneOf(['true'] as const, filters.undue);
  const needs = oneOf(['DisputeAnswer', 'WithdrawalDecision'] as const, filters.needs);
  return {
    ...(number !== undefined && { number }),
    ...(email !== undefined && { email }),
    ...(customerId !== undefined && { customerId }),
    ...(status !== undefined && { status }),
    ...(undue !== undefined && { undue }),
    ...(needs !== undefined && { needs }),
    ...createdOn(filters, timeZone),
    ...(sort !== undefined && { sort }),
  };
}

/** Orders, newest first or in the order that the address asks for, page by page. */
export function ordersQuery(all: OrderFilters, timeZone: string) {
  const filters = ordersQueryOf(all, timeZone);
  return infiniteQueryOptions({
    queryKey: ['orders', filters],
    ...pagesOf(async (page, signal) => {
      const params = { query: { ...filters, ...page } };
      const rows = await answer(api.GET('/api/orders', { params, signal }));
      return ownedRows(rows, ({ customerId = '' }) => customerId);
    }),
  });
}

/** One order with its lines, payments and licenses. */
export function orderQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/orders/{orderId}', { params: { path: { orderId } }, signal })),
  });
}

/** The receipts, invoices and credit notes of an order. */
export function documentsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order', orderId, 'documents'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/orders/{orderId}/documents', { params: { path: { orderId } }, signal })),
  });
}

const EVENTS = 100;

/** What happened to an order, oldest first. */
export function orderTimelineQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order', orderId, 'timeline'],
    queryFn: ({ signal }) => {
      const params = { path: { orderId }, query: { pageSize: EVENTS } };
      return answer(api.GET('/api/orders/{orderId}/timeline', { params, signal }));
    },
    // That it is completed is an event of its own.
    select: ({ items, ...page }) => ({
      ...page,
      items: items.filter(
        ({ type, data }) => type !== 'order.status-changed' || data['after'] !== 'Completed',
      ),
    }),
  });
}

/** The withdrawals of an order, newest first. */
export function withdrawalsQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order', orderId, 'withdrawals'],
    queryFn: ({ signal }) => answer(api.GET('/api/withdrawals', { params: { query: { orderId } }, signal })),
  });
}

/** The invoice of an order that counts, or else its receipt, with the details of the buyer. */
export function invoiceQuery(orderId: string) {
  return queryOptions({
    queryKey: ['order', orderId, 'invoice'],
    queryFn: async ({ signal }) => {
      const params = { path: { orderId } };
      const { items } = await answer(api.GET('/api/orders/{orderId}/documents', { params, signal }));
      const { id: documentId = '' } = items.findLast(({ kind }) => kind === 'Invoice') ?? items[0] ?? {};
      return answer(api.GET('/api/documents/{documentId}', { params: { path: { documentId } }, signal }));
    },
  });
}
