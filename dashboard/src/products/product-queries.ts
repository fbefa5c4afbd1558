import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { type Filters, filterSearch } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';
import type { ItemKind } from '../price-rules/quote-query.ts';

export type Product = components['schemas']['Product'];
export type Bundle = components['schemas']['Bundle'];
export type Variation = components['schemas']['Variation'];

/** An item and of which kind it is: a bundle has the prices, texts and pictures that a product has. */
export interface ItemProps {
  readonly kind: ItemKind;
  readonly item: Revised<Product | Bundle>;
}

/** The kinds as the audit log names one item. */
export const SINGULAR = { products: 'product', bundles: 'bundle' } as const;

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

/** Bundles, newest first, page by page. */
export function bundlesQuery({ archived }: ProductFilters) {
  const filters = { archived: archived === 'true' };
  return infiniteQueryOptions({
    queryKey: ['bundles', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/bundles', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One bundle with its variations. */
export function bundleQuery(id: string) {
  return queryOptions({
    queryKey: ['bundle', id],
    queryFn: ({ signal }) => revised(api.GET('/api/bundles/{id}', { params: { path: { id } }, signal })),
  });
}

/** One product with its variations. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => revised(api.GET('/api/products/{id}', { params: { path: { id } }, signal })),
  });
}

const MOST_VARIATIONS = 100;

/** One variation of an item. */
export function variationQuery(kind: ItemKind, id: string, variationId: string) {
  return queryOptions({
    queryKey: [SINGULAR[kind], id, 'variation', variationId],
    queryFn: ({ signal }) => {
      const params = { path: { id, variationId } };
      return revised(api.GET(`/api/${kind}/{id}/variations/{variationId}`, { params, signal }));
    },
    staleTime: 0,
  });
}

/** The variations of an item that were put away, among its newest ones. */
export function archivedVariationsQuery(kind: ItemKind, id: string) {
  return queryOptions({
    queryKey: [SINGULAR[kind], id, 'archived-variations'],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { pageSize: MOST_VARIATIONS } };
      const { items } = await answer(api.GET(`/api/${kind}/{id}/variations`, { params, signal }));
      return items.filter(({ isArchived }) => isArchived);
    },
  });
}

/** The pictures of the page of an item, with the revision of the item. */
export function imagesQuery(kind: ItemKind, id: string) {
  return queryOptions({
    queryKey: [SINGULAR[kind], id, 'images'],
    queryFn: ({ signal }) =>
      revised(api.GET(`/api/${kind}/{id}/images`, { params: { path: { id } }, signal })),
  });
}

/** The sounds and films of the page of an item, with the revision of the item. */
export function mediaQuery(kind: ItemKind, id: string) {
  return queryOptions({
    queryKey: [SINGULAR[kind], id, 'media'],
    queryFn: ({ signal }) =>
      revised(api.GET(`/api/${kind}/{id}/media`, { params: { path: { id } }, signal })),
  });
}

/** The rules of a product for its devices. */
export function deviceRulesQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id, 'device-rules'],
    queryFn: ({ signal }) =>
      revised(api.GET('/api/products/{id}/licensing-settings', { params: { path: { id } }, signal })),
  });
}

/** Reads the list and one item again; the promise ends with the latter. */
export function useFreshItem(kind: ItemKind, id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: [kind] });
    void queryClient.invalidateQueries({ queryKey: ['quote'] });
    await queryClient.invalidateQueries({ queryKey: [SINGULAR[kind], id] });
  };
}
