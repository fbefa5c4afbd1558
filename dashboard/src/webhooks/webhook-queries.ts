import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

/** An endpoint, without its secret. */
export type Webhook = components['schemas']['Webhook'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];

const FILTERS = ['status'] as const;
export type DeliveryFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the deliveries in an address. */
export const deliveryFiltersIn = filterSearch(FILTERS);

/** Endpoints, newest first, page by page. */
export const webhooksQuery = infiniteQueryOptions({
  queryKey: ['webhooks'],
  ...pagesOf((page, signal) => answer(api.GET('/api/webhooks', { params: { query: page }, signal }))),
});

const REPLAY_POLL_MS = 2_000;

/** One endpoint; while events are sent again, its progress is read again and again. */
export function webhookQuery(id: string) {
  return queryOptions({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => answer(api.GET('/api/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.replay === undefined ? false : REPLAY_POLL_MS),
  });
}

/** One endpoint with its revision, for a form. */
export function revisedWebhookQuery(id: string) {
  return queryOptions({
    queryKey: ['webhook', id, 'revision'],
    queryFn: ({ signal }) => revised(api.GET('/api/webhooks/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

const PENDING_POLL_MS = 3_000;

/** The query of the Core API for the filters of an address. */
export function deliveriesQueryOf(filters: DeliveryFilters) {
  const status = oneOf(['Pending', 'Delivered', 'Failed'] as const, filters.status);
  return status === undefined ? {} : { status };
}

/** What was sent to an endpoint, newest first, page by page; read again while something is on its way. */
export function deliveriesQuery(id: string, filters: DeliveryFilters) {
  const query = deliveriesQueryOf(filters);
  return infiniteQueryOptions({
    queryKey: ['webhook', id, 'deliveries', query],
    ...pagesOf((page, signal) => {
      const params = { path: { id }, query: { ...query, ...page } };
      return answer(api.GET('/api/webhooks/{id}/deliveries', { params, signal }));
    }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ status: each }) => each === 'Pending')) === true
        ? PENDING_POLL_MS
        : false,
  });
}

/** Reads the list of endpoints, one of them and its deliveries again; the promise ends with the latter. */
export function useFreshWebhook(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries(webhooksQuery);
    await queryClient.invalidateQueries({ queryKey: ['webhook', id] });
  };
}
