import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { type Filters, filterSearch } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

export type Product = components['schemas']['Product'];
export type Variation = components['schemas']['Variation'];

const FILTERS = ['archived'] as const;
export type ProductFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const productFiltersIn = filterSearch(FILTERS);

/** Products, newest first, page by page. */
export function productsQuery({ archived }: ProductFilters) {
  const filters = { archived: archived === 'true' };
  return infiniteQueryOptions({
    queryKey: ['products', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/products', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One product with its variations. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => answer(api.GET('/api/products/{id}', { params: { path: { id } }, signal })),
  });
}

/** The pictures of the page of a product. */
export function imagesQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id, 'images'],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/products/{id}/images', { params: { path: { id } }, signal })),
  });
}

/** Reads the list and one product again; the promise ends with the latter. */
export function useFreshProduct(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    void queryClient.invalidateQueries({ queryKey: ['quote'] });
    await queryClient.invalidateQueries({ queryKey: ['product', id] });
  };
}
