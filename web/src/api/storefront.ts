import { queryOptions } from '@tanstack/react-query';
import type { components } from '@latchkey/sdk';
import { campaign } from './campaign.ts';
import { answer, customerApi } from './client.ts';

export type Storefront = components['schemas']['Storefront'];
export type ShopProduct = components['schemas']['StorefrontProduct'];
export type ShopBundle = components['schemas']['StorefrontBundle'];
export type ShopDiscount = components['schemas']['Discount'];
export type ShopVariation = components['schemas']['StorefrontVariation'];
export type ShopOffer = components['schemas']['Offer'];
export type Promotion = components['schemas']['StorefrontPromotion'];

const FRESH_MILLISECONDS = 30_000;

/** Everything for sale, with the prices for this customer and the campaign that led here. */
export function storefrontQuery(customerId: string | undefined) {
  return queryOptions({
    queryKey: ['storefront', customerId ?? null],
    queryFn: ({ signal }) =>
      answer(customerApi.GET('/api/customer/storefront', { params: { query: campaign() }, signal })),
    staleTime: FRESH_MILLISECONDS,
    refetchInterval: ({ state }) => untilChange(state.data?.validUntil),
  });
}

/** The longest time that browser timers support. */
const LONGEST_MILLISECONDS = 2 ** 31 - 1;

/** The time until prices change by themselves. */
function untilChange(validUntil: string | null | undefined): number | false {
  if (validUntil === null || validUntil === undefined) return false;
  return Math.min(Math.max(1_000, Date.parse(validUntil) - Date.now()), LONGEST_MILLISECONDS);
}

/** A product with the prices of this visitor. Refused with 404 when it is not in the shop. */
export function fetchProduct(productId: string): Promise<ProductPage> {
  const params = { path: { productId }, query: campaign() };
  return answer(customerApi.GET('/api/customer/storefront/products/{productId}', { params }));
}

export type ProductPage = components['schemas']['StorefrontProductPage'];
export type BundlePage = components['schemas']['StorefrontBundlePage'];
export type ItemDetails = components['schemas']['ItemDetails'];

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
