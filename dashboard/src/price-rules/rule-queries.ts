import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { type Filters, filterSearch } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

export type Discount = components['schemas']['DiscountRule'];
export type Offer = components['schemas']['OfferRule'];
export type Promotion = components['schemas']['Promotion'];
export type Coupon = components['schemas']['Coupon'];
export type CouponCode = components['schemas']['CouponCode'];

const FILTERS = ['archived'] as const;
export type RuleFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the lists in an address. */
export const ruleFiltersIn = filterSearch(FILTERS);

/** Discounts, newest first, page by page; the same for offers, promotions and coupons. */
export function discountsQuery({ archived }: RuleFilters) {
  const filters = { archived: archived === 'true' };
  return infiniteQueryOptions({
    queryKey: ['discounts', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/discounts', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One discount, as it is now. */
export function discountQuery(id: string) {
  return queryOptions({
    queryKey: ['discounts', 'one', id],
    queryFn: ({ signal }) => revised(api.GET('/api/discounts/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  });
}

/** @see discountsQuery */
export function offersQuery({ archived }: RuleFilters) {
  const filters = { archived: archived === 'true' };
  return infiniteQueryOptions({
    queryKey: ['offers', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/offers', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One offer, as it is now. */
export function offerQuery(id: string) {
  return queryOptions({
    queryKey: ['offers', 'one', id],
    queryFn: ({ signal }) => revised(api.GET('/api/offers/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  });
}

/** @see discountsQuery */
export function promotionsQuery({ archived }: RuleFilters) {
  const filters = { archived: archived === 'true' };
  return infiniteQueryOptions({
    queryKey: ['promotions', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/promotions', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One promotion, as it is now. */
export function promotionQuery(id: string) {
  return queryOptions({
    queryKey: ['promotions', 'one', id],
    queryFn: ({ signal }) => revised(api.GET('/api/promotions/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  });
}

/** @see discountsQuery */
export function couponsQuery({ archived }: RuleFilters) {
  const filters = { archived: archived === 'true' };
  return infiniteQueryOptions({
    queryKey: ['coupons', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/coupons', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One coupon. */
export function couponQuery(id: string) {
  return queryOptions({
    queryKey: ['coupon', id],
    queryFn: ({ signal }) => revised(api.GET('/api/coupons/{id}', { params: { path: { id } }, signal })),
  });
}

/** The codes of a coupon, newest first, page by page. */
export function codesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['coupon', id, 'codes'],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/coupons/{id}/codes', { params: { path: { id }, query: page }, signal })),
    ),
  });
}

/** Reads everything about discounts, offers, promotions and coupons again. */
export function useFreshRules(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const names = ['discounts', 'offers', 'promotions', 'coupons', 'coupon', 'quote'];
    await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
  };
}
