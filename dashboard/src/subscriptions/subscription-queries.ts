import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

export type Subscription = components['schemas']['Subscription'];

const FILTERS = ['status', 'paymentState', 'customerId', 'broken'] as const;
export type SubscriptionFilters = Filters<(typeof FILTERS)[number]>;

/** The filters of the list in an address. */
export const subscriptionFiltersIn = filterSearch(FILTERS);

/** The filters as the API takes them. */
export function subscriptionsQueryOf(texts: SubscriptionFilters) {
  const { status: text, paymentState: state, customerId } = texts;
  const status = oneOf(['Active', 'Cancelled', 'Expired', 'Completed'] as const, text);
  const paymentState = oneOf(['Paid', 'Retrying', 'NeedsBuyer', 'Held'] as const, state);
  return {
    ...(status !== undefined && { status }),
    ...(paymentState !== undefined && { paymentState }),
    ...(customerId !== undefined && { customerId }),
    ...(texts.broken === 'true' && { broken: 'true' as const }),
  };
}

/** Subscriptions, newest first, page by page. */
export function subscriptionsQuery(texts: SubscriptionFilters) {
  const filters = subscriptionsQueryOf(texts);
  return infiniteQueryOptions({
    queryKey: ['subscriptions', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/subscriptions', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}

/** One subscription. */
export function subscriptionQuery(id: string) {
  return queryOptions({
    queryKey: ['subscription', id],
    queryFn: ({ signal }) => answer(api.GET('/api/subscriptions/{id}', { params: { path: { id } }, signal })),
  });
}

const MOST_OF_CUSTOMER = 100;

/** The other subscriptions of its customer that can be merged into one. */
export function subscriptionsToMerge({ id, customerId, content }: Subscription) {
  return queryOptions({
    queryKey: ['subscriptions', 'to-merge', id],
    queryFn: async ({ signal }) => {
      const query = { customerId, pageSize: MOST_OF_CUSTOMER };
      const { items } = await answer(api.GET('/api/subscriptions', { params: { query }, signal }));
      return items.filter(
        (other) =>
          other.id !== id &&
          other.content.variationId === content.variationId &&
          other.mergedInto === undefined &&
          other.status !== 'Completed',
      );
    },
  });
}

const PERIODS = 100;

/** The periods of a subscription, oldest first. */
export function periodsQuery(id: string) {
  return queryOptions({
    queryKey: ['subscription', id, 'periods'],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { pageSize: PERIODS } };
      return answer(api.GET('/api/subscriptions/{id}/periods', { params, signal }));
    },
  });
}

/** The plans that an item is sold with by the billing cycle, with their prices. */
export function plansQuery({ type, id }: Pick<Subscription['content'], 'type' | 'id'>) {
  return queryOptions({
    queryKey: ['plans', type, id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const { variations } =
        type === 'Product'
          ? await answer(api.GET('/api/products/{id}', { params, signal }))
          : await answer(api.GET('/api/bundles/{id}', { params, signal }));
      return variations.filter(({ recurrence }) => recurrence.type === 'Recurring');
    },
  });
}

const MOST_ITEMS = 100;

/** Whatever has plans, the newest products and bundles: each with those that have ended, too, because they are still paid for. */
export const subscribableQuery = queryOptions({
  queryKey: ['plans', 'all'],
  queryFn: async ({ signal }) => {
    const params = { query: { pageSize: MOST_ITEMS } };
    const [products, bundles] = await Promise.all([
      answer(api.GET('/api/products', { params, signal })),
      answer(api.GET('/api/bundles', { params, signal })),
    ]);
    return [...products.items, ...bundles.items].flatMap(({ name, variations }) =>
      variations
        .filter(({ recurrence }) => recurrence.type === 'Recurring')
        .map((plan) => ({ id: plan.id, name: `${name}: ${plan.name}`, prices: plan.prices })),
    );
  },
});
