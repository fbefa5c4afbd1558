import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { pagesOf } from '../list/pages.ts';

export type TaxRate = components['schemas']['TaxRate'];
export type StandardRates = components['schemas']['StandardTaxRates'];

/** The vendor's own rates, newest first, page by page. */
export const taxRatesQuery = infiniteQueryOptions({
  queryKey: ['tax-rates', 'own'],
  ...pagesOf((page, signal) => answer(api.GET('/api/tax-rates', { params: { query: page }, signal }))),
});

/** One of them, as it is now. */
export function taxRateQuery(id: string) {
  return queryOptions({
    queryKey: ['tax-rates', 'own', id],
    // A form must not begin with what somebody else has changed since.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => revised(api.GET('/api/tax-rates/{id}', { params: { path: { id } }, signal })),
  });
}

/** The rates of the table that are charged, and when somebody last checked them. */
export const standardRatesQuery = queryOptions({
  queryKey: ['tax-rates', 'standard'],
  queryFn: ({ signal }): Promise<StandardRates> => answer(api.GET('/api/tax-rates/standard', { signal })),
});
