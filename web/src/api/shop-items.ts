import { queryOptions } from '@tanstack/react-query';
import type { components } from '@latchkey/sdk';
import { campaign } from './campaign.ts';
import { answer, customerApi } from './client.ts';

export type ProductPage = components['schemas']['StorefrontProductPage'];
export type BundlePage = components['schemas']['StorefrontBundlePage'];
export type ItemDetails = components['schemas']['ItemDetails'];

const FRESH_MILLISECONDS = 30_000;

/** A product with its long texts and images. Refused with 404 when it is not in the shop. */
export function productQuery(productId: string, customerId: string | undefined) {
  return queryOptions({
    queryKey: ['product', productId, customerId ?? null],
    queryFn: ({ signal }) =>
      answer(
        customerApi.GET('/api/customer/storefront/products/{productId}', {
          params: { path: { productId }, query: campaign() },
          signal,
        }),
      ),
    staleTime: FRESH_MILLISECONDS,
  });
}

/** A bundle with its long texts and images. Refused with 404 when it is not in the shop. */
export function bundleQuery(bundleId: string, customerId: string | undefined) {
  return queryOptions({
    queryKey: ['bundle', bundleId, customerId ?? null],
    queryFn: ({ signal }) =>
      answer(
        customerApi.GET('/api/customer/storefront/bundles/{bundleId}', {
          params: { path: { bundleId }, query: campaign() },
          signal,
        }),
      ),
    staleTime: FRESH_MILLISECONDS,
  });
}
