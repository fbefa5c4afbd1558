import type { components } from '@latchkey/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** What is sold, as the paths of the API name it. */
export type ItemKind = 'products' | 'bundles';
export type Quote = components['schemas']['Quote'];
export type Draft = components['schemas']['QuoteDraft'];

/** Who looks at a price, as fields. */
export interface Visitor {
  readonly quantity: string;
  /** Of a customer; empty: nobody is signed in. */
  readonly email: string;
  /** The license of the customer that the purchase changes; empty: it gives a new one. */
  readonly licenseId: string;
  readonly country: string;
  /** As in `2027-03-01`; empty: now. */
  readonly day: string;
  readonly campaign: string;
}

const PAUSE_MS = 300;

interface QuoteQuestion {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly visitor: Visitor;
  readonly draft: Draft;
  readonly coupon?: string | undefined;
  /** Of the item, and a currency that the account sells in; absent: its defaults. */
  readonly variationId?: string | undefined;
  readonly currency?: string | undefined;
}

/** What a visitor would pay, with reasons; an email that no customer has is one of nobody who owns anything. */
export function quoteQuery(question: QuoteQuestion) {
  const { kind, itemId, visitor, draft, coupon, variationId, currency } = question;
  return queryOptions({
    queryKey: ['quote', question],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const customerId = await customerWith(visitor.email.trim(), signal);
      const query = {
        ...visitorQuery(visitor),
        ...(customerId !== undefined && { customerId }),
        ...(coupon !== undefined && { coupons: coupon }),
        ...(variationId !== undefined && { variationId }),
        ...(currency !== undefined && { currency }),
      };
      const params = { path: { id: itemId }, query };
      return answer(api.POST(`/api/${kind}/{id}/quote`, { params, body: draft, signal }));
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
}

const MOST_LICENSES = 100;

/** The newest licenses of the customer with an email: those that an upgrade may change. */
export function ownLicensesQuery(email: string) {
  return queryOptions({
    queryKey: ['quote', 'licenses', email],
    queryFn: async ({ signal }) => {
      await pause(signal);
      const query = { email, status: 'Active' as const, pageSize: MOST_LICENSES };
      return (await answer(api.GET('/api/licenses', { params: { query }, signal }))).items;
    },
    retry: false,
  });
}

/** What is typed changes with every key: only what somebody paused at is asked. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function customerWith(email: string, signal: AbortSignal): Promise<string | undefined> {
  if (email === '') return undefined;
  const params = { path: { idOrEmail: email } };
  return (await answer(api.GET('/api/customers/{idOrEmail}', { params, signal }))).id;
}

/** The fields as the API takes them, without those that are empty. */
export function visitorQuery({ quantity, licenseId, country, day, campaign }: Visitor) {
  return {
    quantity: /^[1-9]\d{0,3}$/.test(quantity.trim()) ? Number(quantity) : 1,
    ...(licenseId !== '' && { licenseId }),
    ...(country.trim().length === 2 && { country: country.trim().toUpperCase() }),
    ...(day !== '' && { at: new Date(`${day}T12:00:00`).toISOString() }),
    ...(campaign.trim() !== '' && { utm_campaign: campaign.trim() }),
  };
}
