import { queryOptions } from '@tanstack/react-query';
import type { components } from '@latchkey/sdk';
import { campaign } from './campaign.ts';
import { answer, customerApi } from './client.ts';

export type Storefront = components['schemas']['Storefront'];
export type ShopProduct = components['schemas']['StorefrontProduct'];
export type ShopBundle = components['schemas']['StorefrontBundle'];
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
