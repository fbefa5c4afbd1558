import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { pagesOf } from '../list/pages.ts';
import { openCodesIn } from './open-codes.ts';

export type VoucherBatch = components['schemas']['VoucherBatch'];
export type VoucherCode = components['schemas']['VoucherCode'];

/** Batches, newest first, page by page. */
export const batchesQuery = infiniteQueryOptions({
  queryKey: ['voucher-batches'],
  ...pagesOf((page, signal) => answer(api.GET('/api/vouchers/batches', { params: { query: page }, signal }))),
});

const POLL_MS = 1_500;

/** One batch with the number of redeemed codes; while its codes are made, it is read again and again. */
export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ['voucher-batch', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/vouchers/batches/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'Generating' ? POLL_MS : false),
  });
}

/** The codes of a batch, in order, page by page. */
export function voucherCodesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['voucher-batch', id, 'codes'],
    ...pagesOf((page, signal) => {
      const params = { path: { id }, query: page };
      return answer(api.GET('/api/vouchers/batches/{id}/codes', { params, signal }));
    }),
  });
}

/** The whole file with the codes of a batch. */
export function readCodesFile(id: string, signal?: AbortSignal): Promise<string> {
  const params = { path: { id } };
  return answer(
    api.GET('/api/vouchers/batches/{id}/codes.csv', { params, parseAs: 'text', ...(signal && { signal }) }),
  );
}

/** The codes of a batch that nobody has redeemed, in order. */
export function openCodesQuery(id: string) {
  return queryOptions({
    queryKey: ['voucher-batch', id, 'open-codes'],
    queryFn: async ({ signal }) => openCodesIn(await readCodesFile(id, signal)),
  });
}

/** Reads the list and one batch again; the promise ends with the latter. */
export function useFreshBatch(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries(batchesQuery);
    await queryClient.invalidateQueries({ queryKey: ['voucher-batch', id] });
  };
}
