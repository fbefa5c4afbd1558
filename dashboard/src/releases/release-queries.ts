import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { type Filters, filterSearch } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

export type Release = components['schemas']['Release'];

const FILTERS = ['product'] as const;
export type ReleaseFilters = Filters<(typeof FILTERS)[number]>;

/** The product of the list in an address. */
export const releaseFiltersIn = filterSearch(FILTERS);

/** The releases of a product, the highest version first, page by page. */
export function releasesQuery(productId: string) {
  return infiniteQueryOptions({
    queryKey: ['releases', productId],
    ...pagesOf((page, signal) => {
      const params = { path: { productId }, query: page };
      return answer(api.GET('/api/products/{productId}/releases', { params, signal }));
    }),
  });
}

/** One release with its revision, for a form. */
export function releaseQuery(productId: string, version: string) {
  return queryOptions({
    queryKey: ['release', productId, version],
    queryFn: ({ signal }) => {
      const params = { path: { productId, version } };
      return revised(api.GET('/api/products/{productId}/releases/{version}', { params, signal }));
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reads the releases of a product again, and its current version. */
export function useFreshReleases(productId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    void queryClient.invalidateQueries({ queryKey: ['product', productId] });
    await queryClient.invalidateQueries({ queryKey: ['releases', productId] });
  };
}
