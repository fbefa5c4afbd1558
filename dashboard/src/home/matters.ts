import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** Something that waits for somebody: how many of it, and whether these are all. */
export interface Matter {
  readonly kind:
    | 'broken'
    | 'books'
    | 'held'
    | 'retrying'
    | 'buyer'
    | 'undelivered'
    | 'disputes'
    | 'withdrawals'
    | 'webhooks'
    | 'jobs'
    | 'backup';
  /** What its list needs. */
  readonly scope: string;
  /** The page of the dashboard that shows it; of one order, its page. */
  readonly to: string;
  readonly count: number;
  readonly isAll: boolean;
  /** What it is about, where its list does not say so. */
  readonly detail?: string;
}

interface ListAnswer<Row> {
  readonly items: readonly Row[];
  readonly hasMore: boolean;
}

/** Not all that waits for somebody is an event: a job that failed, a withdrawal. The browser asks while it is looked at. */
const LOOK_AGAIN_MS = 60_000;
const MOST = 25;
const MOST_NAMES = 5;

type Read = (signal: AbortSignal) => Promise<Pick<Matter, 'count' | 'isAll' | 'to' | 'detail'>>;

const READS: readonly { readonly kind: Matter['kind']; readonly scope: string; readonly read: Read }[] = [
  {
    kind: 'backup',
    scope: 'settings:read',
    read: async (signal) => {
      const { backup } = await answer(api.GET('/api/settings/server', { signal }));
      return { count: backup.needsAttention ? 1 : 0, isAll: true, to: '/settings/server' };
    },
  },
  {
    kind: 'broken',
    scope: 'subscriptions:read',
    read: async (signal) => {
      const query = { broken: 'true' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/subscriptions', { params: { query }, signal }));
      return { ...countOf(page), to: '/subscriptions?broken=true' };
    },
  },
  {
    kind: 'books',
    scope: 'orders:read',
    read: async (signal) => {
      const { items } = await answer(api.GET('/api/violations', { signal }));
      const [first, ...others] = items;
      const isOneOrder = first !== undefined && first.violation !== 'DocumentGap' && others.length === 0;
      const detail = items
        .slice(0, MOST_NAMES)
        .map(({ violation, subject }) => `${violation}: ${subject}`)
        .join(', ');
      const to = isOneOrder ? `/orders/${first.subject}` : '/orders';
      return { count: items.length, isAll: true, to, detail };
    },
  },
  {
    kind: 'held',
    scope: 'subscriptions:read',
    read: (signal) => subscriptions('Held', signal),
  },
  {
    kind: 'disputes',
    scope: 'orders:read',
    read: async (signal) => {
      const query = { status: 'Open' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/disputes', { params: { query }, signal }));
      return { ...countOf(page), to: orderOr(page.items, '/orders') };
    },
  },
  {
    kind: 'undelivered',
    scope: 'orders:read',
    read: async (signal) => {
      const query = { status: 'Paid' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/orders', { params: { query }, signal }));
      return { ...countOf(page), to: '/orders?status=Paid' };
    },
  },
  {
    kind: 'withdrawals',
    scope: 'orders:read',
    read: async (signal) => {
      const query = { open: 'true' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/withdrawals', { params: { query }, signal }));
      return { ...countOf(page), to: orderOr(page.items, '/orders') };
    },
  },
  {
    kind: 'retrying',
    scope: 'subscriptions:read',
    read: (signal) => subscriptions('Retrying', signal),
  },
  { kind: 'buyer', scope: 'subscriptions:read', read: (signal) => subscriptions('NeedsBuyer', signal) },
  {
    kind: 'webhooks',
    scope: 'webhooks:read',
    read: async (signal) => {
      const page = await answer(api.GET('/api/webhooks', { params: { query: { pageSize: 100 } }, signal }));
      const failing = page.items.filter(({ failingSince, status, disabledReason }) =>
        status === 'Enabled' ? failingSince !== undefined : disabledReason !== 'Manual',
      );
      const [first] = failing;
      const to = failing.length === 1 && first !== undefined ? `/webhooks/${first.id}` : '/webhooks';
      return { count: failing.length, isAll: true, to };
    },
  },
  {
    kind: 'jobs',
    scope: 'jobs:read',
    read: async (signal) => {
      const page = await answer(api.GET('/api/jobs', { params: { query: { pageSize: MOST } }, signal }));
      return { ...countOf(page), to: '/jobs' };
    },
  },
];

async function subscriptions(paymentState: 'Held' | 'Retrying' | 'NeedsBuyer', signal: AbortSignal) {
  const query = { paymentState, pageSize: MOST };
  const page = await answer(api.GET('/api/subscriptions', { params: { query }, signal }));
  return { ...countOf(page), to: `/subscriptions?paymentState=${paymentState}` };
}

function countOf({ items, hasMore }: ListAnswer<unknown>) {
  return { count: items.length, isAll: !hasMore };
}

/** The page of the order, if there is one only. */
function orderOr(items: readonly { readonly orderId: string }[], list: string): string {
  const [first, ...others] = items;
  return first !== undefined && others.length === 0 ? `/orders/${first.orderId}` : list;
}

/** The matters that a role may see, each read by itself, the most urgent first. */
export function matterQueries(mayDo: (scope: string) => boolean) {
  return READS.filter(({ scope }) => mayDo(scope)).map(({ kind, scope, read }) =>
    queryOptions({
      queryKey: ['matters', kind],
      refetchInterval: LOOK_AGAIN_MS,
      queryFn: async ({ signal }): Promise<Matter> => ({ kind, scope, ...(await read(signal)) }),
    }),
  );
}
