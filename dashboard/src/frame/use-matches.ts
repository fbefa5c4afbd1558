import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { answer, api } from '../api/client.ts';
import { mayDo, type Session, useSession } from '../session/session.ts';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { areasOf } from './areas.ts';
import { newThingsOf } from './new-things.ts';
import { type Scheme, useScheme } from './look.tsx';

/** Something that a search found: a place to go, or an action. */
export type Match = {
  readonly key: string;
  readonly group:
    | 'pages'
    | 'actions'
    | 'customers'
    | 'orders'
    | 'products'
    | 'subscriptions'
    | 'vouchers'
    | 'licenses'
    | 'devices'
    | 'trials';
  readonly label: string;
  readonly detail?: string;
} & ({ readonly to: string } | { readonly run: () => void });

const PAUSE_MS = 150;
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
    queryFn: ({ signal }) => searchEverywhere(term, { signal, texts }),
    enabled: isLong && mayDo(session, 'licenses:read'),
    placeholderData: keepPreviousData,
  });
  const own = [
    ...pagesOf(session, texts),
    ...beginningsOf(session, texts),
    ...schemesOf(texts, choose),
  ].filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));
  return {
    matches: [...own, ...(isLong ? (search.data ?? []) : [])],
    isBusy: text.trim() !== term || search.isFetching,
  };
}

function pagesOf(session: Session, texts: DashboardTexts): Match[] {
  return areasOf(session).map(({ path, label }) => ({
    key: path === '/' ? 'home' : path.slice(1),
    group: 'pages',
    label: label(texts),
    to: path,
  }));
}

function beginningsOf(session: Session, { palette }: DashboardTexts): Match[] {
  return newThingsOf(session).map(({ key, to }) => ({
    key: `new-${key}`,
    group: 'actions',
    label: palette.add[key],
    to,
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

/** What the server knows by a text, as far as the role includes it. */
async function searchEverywhere(text: string, { signal, texts }: SearchOptions): Promise<Match[]> {
  const { customers, orders, subscriptions, licenses, trials, palette } = texts;
  const results = await answer(api.GET('/api/search', { params: { query: { text } }, signal }));
  return [
    ...(results.customers ?? []).map(({ id, name, email }): Match => ({
      key: `customer-${id}`,
      group: 'customers',
      label: name ?? customers.noName,
      detail: email,
      to: `/customers/${id}`,
    })),
    ...(results.orders ?? []).map(({ id, number, status }): Match => ({
      key: `order-${id}`,
      group: 'orders',
      label: number ?? orders.unnumbered,
      detail: orders.statuses[status],
      to: `/orders/${id}`,
    })),
    ...(results.products ?? []).map(({ id, name }): Match => ({
      key: `product-${id}`,
      group: 'products',
      label: name,
      detail: id,
      to: `/products/${encodeURIComponent(id)}`,
    })),
    ...(results.subscriptions ?? []).map(({ id, itemId, status }): Match => ({
      key: `subscription-${id}`,
      group: 'subscriptions',
      label: itemId,
      detail: subscriptions.statuses[status],
      to: `/subscriptions/${id}`,
    })),
    ...(results.vouchers ?? []).map(({ batchId, batchName, isRedeemed }): Match => ({
      key: `voucher-${batchId}`,
      group: 'vouchers',
      label: batchName,
      detail: isRedeemed ? palette.redeemed : palette.unredeemed,
      to: `/vouchers/${batchId}`,
    })),
    ...results.licenses.map(({ id, productId, keyCode }): Match => ({
      key: `license-${id}`,
      group: 'licenses',
      label: productId,
      ...(keyCode !== undefined && { detail: keyCode }),
      to: `/licenses/${id}`,
    })),
    ...results.devices.map(({ id, licenseId, productId, deviceName, isReleased }): Match => ({
      key: `device-${id}`,
      group: 'devices',
      label: deviceName,
      detail: isReleased ? `${productId} · ${licenses.released}` : productId,
      to: `/licenses/${licenseId}`,
    })),
    ...(results.trials ?? []).map(({ id, productId, deviceName, deviceSignature, status }): Match => ({
      key: `trial-${id}`,
      group: 'trials',
      label: deviceName,
      detail: `${productId} · ${trials.statuses[status]}`,
      to: `/trials?${String(new URLSearchParams({ device: deviceSignature }))}`,
    })),
  ];
}
