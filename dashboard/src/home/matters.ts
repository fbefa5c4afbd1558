import type { components } from '@latchkey/sdk';
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
    | 'rates'
    | 'backup';
  /** What its list needs. */
  readonly scope: string;
  /** The page of the dashboard that shows it; of one order, its page. */
  readonly to: string;
  /** The filters of that page. */
  readonly search?: Readonly<Record<string, string>>;
  readonly count: number;
  readonly isAll: boolean;
  /** What it is about, where its list does not say so. */
  readonly detail?: string;
  /** The most urgent of it, by the day on which each is due. */
  readonly deadlines?: readonly Deadline[];
}

/** An order that waits for the vendor. */
interface Deadline {
  readonly orderId: string;
  readonly amount: components['schemas']['Amount'];
  readonly at: string;
}

interface ListAnswer<Row> {
  readonly items: readonly Row[];
  readonly hasMore: boolean;
}

/** Not all that waits for somebody is an event: a job that failed, a withdrawal. The browser asks while it is looked at. */
const LOOK_AGAIN_MS = 60_000;
/** What settles itself without an event, such as a delivery that is run again, is followed more closely. */
const LOOK_SOON_MS = 5_000;
const WITHOUT_EVENT: ReadonlySet<Matter['kind']> = new Set(['webhooks', 'jobs']);
const MOST = 25;
const MOST_NAMES = 5;
const MOST_DEADLINES = 3;

type Read = (signal: AbortSignal) => Promise<Omit<Matter, 'kind' | 'scope'>>;

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
      return { ...countOf(page), to: '/subscriptions', search: { broken: 'true' } };
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
      const query = { toAnswer: 'true' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/disputes', { params: { query }, signal }));
      const deadlines = page.items.flatMap(({ orderId, amount, answerBy }) =>
        answerBy === undefined ? [] : [{ orderId, amount, at: answerBy }],
      );
      return { ...countOf(page), ...urgent(deadlines), ...ordersOr(page.items, 'DisputeAnswer') };
    },
  },
  {
    kind: 'undelivered',
    scope: 'orders:read',
    read: async (signal) => {
      const query = { status: 'Paid' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/orders', { params: { query }, signal }));
      return { ...countOf(page), to: '/orders', search: { status: 'Paid' } };
    },
  },
  {
    kind: 'withdrawals',
    scope: 'orders:read',
    read: async (signal) => {
      const query = { open: 'true' as const, sort: 'createdAt' as const, pageSize: MOST };
      const page = await answer(api.GET('/api/withdrawals', { params: { query }, signal }));
      const deadlines = page.items.map(({ orderId, lines, refundDueAt: at }) => ({
        orderId,
        amount: openAmount(lines),
        at,
      }));
      return { ...countOf(page), ...urgent(deadlines), ...ordersOr(page.items, 'WithdrawalDecision') };
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
    kind: 'rates',
    scope: 'settings:read',
    read: async (signal) => {
      const { isOutdated } = await answer(api.GET('/api/tax-rates/standard', { signal }));
      return { count: isOutdated ? 1 : 0, isAll: true, to: '/settings/taxes' };
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
  return { ...countOf(page), to: '/subscriptions', search: { paymentState } };
}

function countOf({ items, hasMore }: ListAnswer<unknown>) {
  return { count: items.length, isAll: !hasMore };
}

/** The page of the order, if it is one only, or else the list of those that wait for the same. */
function ordersOr(
  items: readonly { readonly orderId: string }[],
  need: 'DisputeAnswer' | 'WithdrawalDecision',
): Pick<Matter, 'to' | 'search'> {
  const [first, ...others] = new Set(items.map(({ orderId }) => orderId));
  return first !== undefined && others.length === 0
    ? { to: `/orders/${first}` }
    : { to: '/orders', search: { needs: need } };
}

/** The first of them: the lists have the soonest first. */
function urgent(deadlines: readonly Deadline[]): Pick<Matter, 'deadlines'> {
  return { deadlines: deadlines.slice(0, MOST_DEADLINES) };
}

/** The money of the lines that nobody has decided on. */
function openAmount(lines: components['schemas']['Withdrawal']['lines']): Deadline['amount'] {
  const open = lines.filter(({ status }) => status === 'Open');
  const { currency = 'EUR' } = open[0]?.amount ?? {};
  return { currency, amount: open.reduce((sum, { amount }) => sum + amount.amount, 0) };
}

/** The matters that a role may see, each read by itself, the most urgent first. */
export function matterQueries(mayDo: (scope: string) => boolean) {
  return READS.filter(({ scope }) => mayDo(scope)).map(({ kind, scope, read }) =>
    queryOptions({
      queryKey: ['matters', kind],
      // Whoever comes back to Home may have settled something a moment ago.
      staleTime: 0,
      refetchInterval: ({ state }: { readonly state: { readonly data: Matter | undefined } }) =>
        WITHOUT_EVENT.has(kind) && (state.data?.count ?? 0) > 0 ? LOOK_SOON_MS : LOOK_AGAIN_MS,
      queryFn: async ({ signal }): Promise<Matter> => ({ kind, scope, ...(await read(signal)) }),
    }),
  );
}
