import { type components, itemsOf, type PageToken } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { ownedRows } from '../customers/owned-rows.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';
import { type SortField, sortIn } from '../list/sorting.ts';

export type Subscription = components['schemas']['Subscription'];

/** How the API and the queries of products and bundles name them. */
const KINDS = {
  Product: { one: 'product', all: 'products' },
  Bundle: { one: 'bundle', all: 'bundles' },
} as const;

const FILTERS = ['status', 'paymentState', 'customerId', 'broken', 'sort'] as const;
export type SubscriptionFilters = Filters<(typeof FILTERS)[number]>;

/** By what the list can be sorted. */
export const SUBSCRIPTION_SORT_FIELDS = ['createdAt'] as const satisfies readonly SortField[];

/** The filters of the list in an address. */
export const subscriptionFiltersIn = filterSearch(FILTERS);

/** The filters as the API takes them. */
export function subscriptionsQueryOf(texts: SubscriptionFilters) {
  const { status: text, paymentState: state, customerId } = texts;
  const status = oneOf(['Active', 'Cancelled', 'Expired', 'Completed'] as const, text);
  const paymentState = oneOf(['Paid', 'Retrying', 'NeedsBuyer', 'Held'] as const, state);
  const sort = sortIn(texts.sort, SUBSCRIPTION_SORT_FIELDS);
  return {
    ...(status !== undefined && { status }),
    ...(paymentState !== undefined && { paymentState }),
    ...(customerId !== undefined && { customerId }),
    ...(texts.broken === 'true' && { broken: 'true' as const }),
    ...(sort !== undefined && { sort }),
  };
}

/** Subscriptions, newest first or oldest first, page by page. */
export function subscriptionsQuery(texts: SubscriptionFilters) {
  const filters = subscriptionsQueryOf(texts);
  return infiniteQueryOptions({
    queryKey: ['subscriptions', filters],
    ...pagesOf(async (page, signal) => {
      const params = { query: { ...filters, ...page } };
      const rows = await answer(api.GET('/api/subscriptions', { params, signal }));
      return ownedRows(rows, ({ customerId }) => customerId);
    }),
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

/** The periods of a subscription, newest first, page by page. */
export function periodsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['subscription', id, 'periods'],
    ...pagesOf((page, signal) => {
      const params = { path: { id }, query: { sort: '-number' as const, ...page } };
      return answer(api.GET('/api/subscriptions/{id}/periods', { params, signal }));
    }),
    select: rowsOf,
  });
}

/** What happened to a subscription, newest first, page by page. */
export function subscriptionTimelineQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['subscription', id, 'timeline'],
    ...pagesOf((page, signal) => {
      const params = { path: { id }, query: { sort: '-occurredAt' as const, ...page } };
      return answer(api.GET('/api/subscriptions/{id}/timeline', { params, signal }));
    }),
    select: rowsOf,
  });
}

function rowsOf<Row>({ pages }: { readonly pages: readonly { readonly items: readonly Row[] }[] }) {
  return { items: pages.flatMap(({ items }) => items) };
}

const MOST_AT_ONCE = 100;

/** Every plan that an item is or was sold with by the billing cycle: subscriptions go on when a plan is archived. */
export function plansQuery({ type, id }: Pick<Subscription['content'], 'type' | 'id'>) {
  const kind = KINDS[type];
  return queryOptions({
    queryKey: [kind.one, id, 'plans'],
    queryFn: async ({ signal }) => {
      const variations = await Array.fromAsync(
        itemsOf((page) => {
          const params = { path: { id }, query: { pageSize: MOST_AT_ONCE, ...page } };
          return api.GET(`/api/${kind.all}/{id}/variations`, { params, signal });
        }),
      );
      return variations
        .filter(({ recurrence }) => recurrence.type === 'Recurring')
        .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault));
    },
  });
}

/** The name of the item of a subscription. */
export function itemNameQuery({ type, id }: Pick<Subscription['content'], 'type' | 'id'>) {
  const kind = KINDS[type];
  return queryOptions({
    queryKey: [kind.one, id, 'name'],
    queryFn: async ({ signal }) => {
      const { name } = await answer(api.GET(`/api/${kind.all}/{id}`, { params: { path: { id } }, signal }));
      return name;
    },
  });
}

/** What may have subscribers, products and bundles: archived ones, too, because they are still paid for. */
export const subscribableQuery = queryOptions({
  queryKey: ['plans', 'items'],
  queryFn: async ({ signal }) => {
    const lists = await Promise.all(
      [false, true].flatMap((archived) => {
        const upTo = (page: PageToken | undefined) => ({ archived, pageSize: MOST_AT_ONCE, ...page });
        const products = itemsOf((page) =>
          api.GET('/api/products', { params: { query: upTo(page) }, signal }),
        );
        const bundles = itemsOf((page) => api.GET('/api/bundles', { params: { query: upTo(page) }, signal }));
        return [
          Array.fromAsync(products).then((items) => choices('Product', items)),
          Array.fromAsync(bundles).then((items) => choices('Bundle', items)),
        ];
      }),
    );
    return lists.flat();
  },
});

function choices(
  type: Subscription['content']['type'],
  items: readonly { readonly id: string; readonly name: string }[],
) {
  return items.map(({ id, name }) => ({ type, id, name }));
}
