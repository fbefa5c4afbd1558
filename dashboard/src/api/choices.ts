import { queryOptions } from '@tanstack/react-query';
import { itemsOf } from '@latchkey/sdk';
import { api } from './client.ts';

const MOST_AT_ONCE = 100;

/** The products to choose from, newest first: all that are not archived. */
export const productChoicesQuery = queryOptions({
  queryKey: ['products', 'choice'],
  queryFn: ({ signal }) =>
    Array.fromAsync(itemsOf((page) => api.GET('/api/products', { params: { query: upTo(page) }, signal }))),
});

/** The bundles to choose from, newest first: all that are not archived. */
export const bundleChoicesQuery = queryOptions({
  queryKey: ['bundles', 'choice'],
  queryFn: ({ signal }) =>
    Array.fromAsync(itemsOf((page) => api.GET('/api/bundles', { params: { query: upTo(page) }, signal }))),
});

/** The discounts that a promotion can show, newest first. */
export const discountChoicesQuery = queryOptions({
  queryKey: ['discounts', 'choice'],
  queryFn: ({ signal }) =>
    Array.fromAsync(itemsOf((page) => api.GET('/api/discounts', { params: { query: upTo(page) }, signal }))),
});

/** The coupons that a subscription can give on the way, newest first. */
export const couponChoicesQuery = queryOptions({
  queryKey: ['coupons', 'choice'],
  queryFn: ({ signal }) =>
    Array.fromAsync(itemsOf((page) => api.GET('/api/coupons', { params: { query: upTo(page) }, signal }))),
});

function upTo<Page>(page: Page) {
  return { pageSize: MOST_AT_ONCE, ...page };
}
