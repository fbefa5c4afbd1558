import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { answer, api } from '../api/client.ts';
import { mayDo, type Session, useSession } from '../session/session.ts';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { areasOf } from './areas.ts';
import { type Scheme, useScheme } from './look.tsx';

/** Something that a search found: a place to go, or an action. */
export type Match = {
  readonly key: string;
  readonly group: 'pages' | 'actions' | 'customers' | 'orders' | 'licenses';
  readonly label: string;
  readonly detail?: string;
} & ({ readonly to: string } | { readonly run: () => void });

const PAUSE_MS = 150;
const MOST_OF_A_KIND = 5;
const LEAST_LETTERS = 2;

/** What a text matches: pages and actions at once, and what the server finds a moment later. */
export function useMatches(text: string): { readonly matches: readonly Match[]; readonly isBusy: boolean } {
  const texts = useTexts();
  const session = useSession();
  const { choose } = useScheme();
  const [term] = useDebouncedValue(text.trim(), PAUSE_MS);
  const isLong = term.length >= LEAST_LETTERS;
  const search = useQuery({
    queryKey: ['search', term],
    queryFn: ({ signal }) => searchEverywhere(session, term, { signal, texts }),
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const own = [...pagesOf(session, texts), ...schemesOf(texts, choose)].filter(({ label }) =>
    label.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return {
    matches: [...own, ...(isLong ? (search.data ?? []) : [])],
    isBusy: text.trim() !== term || search.isFetching,
  };
}

function pagesOf(session: Session, texts: DashboardTexts): Match[] {
  return areasOf(session).map(({ path, label }) => ({
    key: path.slice(1),
    group: 'pages',
    label: label(texts),
    to: path,
  }));
}

function schemesOf({ frame }: DashboardTexts, choose: (scheme: Scheme) => void): Match[] {
  const schemes: readonly Scheme[] = ['auto', 'light', 'dark'];
  return schemes.map((scheme) => ({
    key: `scheme-${scheme}`,
    group: 'actions',
    label: `${frame.scheme}: ${frame.schemes[scheme]}`,
    run: () => {
      choose(scheme);
    },
  }));
}

interface SearchOptions {
  readonly signal: AbortSignal;
  readonly texts: DashboardTexts;
}

/** What the role may read, each kind by what people know of it. One that fails hides none of the others. */
async function searchEverywhere(session: Session, term: string, options: SearchOptions): Promise<Match[]> {
  const searches = [
    ...(mayDo(session, 'customers:read') ? [findCustomers] : []),
    ...(mayDo(session, 'orders:read') ? [findOrders] : []),
    ...(mayDo(session, 'licenses:read') ? [findLicenses] : []),
  ];
  const outcomes = await Promise.allSettled(searches.map((find) => find(term, options)));
  if (outcomes.length > 0 && outcomes.every(({ status }) => status === 'rejected'))
    throw new Error('The server answered no search.');
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
}

async function findCustomers(search: string, { signal, texts }: SearchOptions): Promise<Match[]> {
  const query = { search, pageSize: MOST_OF_A_KIND };
  const { items } = await answer(api.GET('/api/customers', { params: { query }, signal }));
  return items.map(({ id, name, email }) => ({
    key: `customer-${id}`,
    group: 'customers',
    label: name ?? texts.customers.noName,
    detail: email,
    to: `/customers/${id}`,
  }));
}

async function findOrders(term: string, { signal, texts }: SearchOptions): Promise<Match[]> {
  const query = { ...(term.includes('@') ? { email: term } : { number: term }), pageSize: MOST_OF_A_KIND };
  const { items } = await answer(api.GET('/api/orders', { params: { query }, signal }));
  return items.map(({ id, number, status }) => ({
    key: `order-${id}`,
    group: 'orders',
    label: number ?? texts.orders.unnumbered,
    detail: texts.orders.statuses[status],
    to: `/orders/${id}`,
  }));
}

async function findLicenses(term: string, { signal }: SearchOptions): Promise<Match[]> {
  const query = { ...(term.includes('@') ? { email: term } : { keyCode: term }), pageSize: MOST_OF_A_KIND };
  const { items } = await answer(api.GET('/api/licenses', { params: { query }, signal }));
  return items.map(({ id, productId, keyCode }) => ({
    key: `license-${id}`,
    group: 'licenses',
    label: productId,
    ...(keyCode !== undefined && { detail: keyCode }),
    to: `/licenses/${id}`,
  }));
}
