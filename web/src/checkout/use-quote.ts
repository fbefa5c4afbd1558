import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type Checkout,
  type CheckoutKey,
  type CheckoutQuote,
  quoteCheckout,
  checkoutQuery,
} from '../api/checkout.ts';
import type { PaymentFields } from './payment-fields.ts';

/** Typing settles for this long before the totals are calculated. */
const SETTLE_MS = 350;

/** How often an unverifiable tax id is checked again. */
const NOTICE_POLL_MS = 30_000;

export interface Quote {
  /** The checkout with the totals for the buyer's input; the previous ones while new ones are calculated. */
  readonly checkout: Checkout;
  readonly isUpdating: boolean;
  readonly failure: Error | null;
}

/**
 * Updates the totals while the buyer enters their place, where taxes depend on it. A business is quoted also where the
 * payment provider calculates the taxes: the quote tells about its tax id.
 */
export function useQuote(key: CheckoutKey, checkout: Checkout, fields: PaymentFields): Quote {
  const { countryCode, region, postCode, isBusiness, businessName, taxId } = fields;
  const { addressNeeded: asksAddress = false, billing } = checkout.buyer;
  const isStored = billing !== undefined;
  const input = useMemo(
    () =>
      asksAddress || isBusiness
        ? placeOf({ countryCode, region, postCode, isBusiness, businessName, taxId }, isStored)
        : {},
    [asksAddress, isStored, countryCode, region, postCode, isBusiness, businessName, taxId],
  );
  const [stable] = useDebouncedValue(input, SETTLE_MS);
  const asks = checkout.tax !== undefined || stable?.billing !== undefined;
  const isOpen = asks && checkout.status === 'Open' && !checkout.taken;
  const isWanted = isOpen && stable !== undefined;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: [...checkoutQuery(key).queryKey, 'quote', checkout.fingerprint, stable],
    queryFn: ({ signal }) => quoteCheckout(key, stable ?? {}, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The notice asks to try again in a while: the register may be available again, and the buyer need not do anything.
    refetchInterval: ({ state }) =>
      state.data?.tax?.noticeReason === 'Unreachable' ? NOTICE_POLL_MS : false,
  });
  // A refused input leaves the last totals of this cart.
  const [last, setLast] = useState<{ readonly fingerprint: string; readonly quote: Checkout }>();
  if (data !== undefined && !isPlaceholderData && data !== last?.quote)
    setLast({ fingerprint: checkout.fingerprint, quote: data });
  const quote = data ?? (last?.fingerprint === checkout.fingerprint ? last.quote : undefined);
  const isUpdating = isFetching || (isOpen && input !== stable);
  if (!isWanted || quote === undefined) return { checkout, isUpdating, failure: error };
  const { payment } = checkout;
  const current =
    checkout.failure === undefined ? { ...quote, payment } : { ...quote, payment, failure: checkout.failure };
  return { checkout: current, isUpdating, failure: error };
}

type Place = Pick<
  PaymentFields,
  'countryCode' | 'region' | 'postCode' | 'isBusiness' | 'businessName' | 'taxId'
>;

/** The input that determines taxes; undefined until the buyer names a country. */
function placeOf(fields: Place, isStored: boolean): CheckoutQuote | undefined {
  const [region, postCode] = [fields.region.trim(), fields.postCode.trim()];
  const [businessName, taxId] = [fields.businessName.trim(), fields.taxId.trim()];
  if (fields.countryCode === '') return undefined;
  return {
    place: { countryCode: fields.countryCode, region, postCode },
    ...(fields.isBusiness && { billing: { businessName, taxId } }),
    // What is stored does not count where the buyer left it out.
    ...(!fields.isBusiness && isStored && { billing: { businessName: null, taxId: null } }),
  };
}
