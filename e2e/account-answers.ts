import { seat } from './activation-api.ts';
import { demoPicture } from './demo-picture.ts';
import type { Answer } from './replies.ts';

/** A product that Ada owns, with both seats in use. */
export const PRODUCT = {
  id: 'demo-app',
  name: 'Demo App',
  tagline: 'Record, arrange and mix your music',
  ...demoPicture('Demo App'),
  currentVersion: null,
  numberOfLicenses: 1,
  numberOfTrials: 0,
  currentActivations: 2,
  maxActivations: 2,
  downloadsAllowed: true,
  downloadsNeedsUser: true,
  downloadsNeedsOwnership: true,
  downloadsNeedsGroupMembership: false,
};

/** Devices of the same name. */
export const TOWERS = [
  seat('Tower', { id: 'd-1111', canRelease: false }),
  seat('Tower', { id: 'd-2222', platform: 'Mac' }),
];

/** What her licenses have in common. */
export const LICENSE = {
  product: PRODUCT,
  activeNumberOfActivations: 0,
  maxNumberOfActivations: 2,
  createdAt: '2026-01-01T10:00:00.000Z',
};

/** One that renews, one that is over, and one that was revoked. */
export const LICENSES: readonly Answer[] = [
  {
    ...LICENSE,
    id: 'l-1',
    status: 'Active',
    activeNumberOfActivations: 2,
    keyCode: 'LK-KEY-CODE',
    bundleName: 'Demo Bundle',
    orderNumber: 'K7QM-4T2P',
    expiresAt: '2026-04-08T10:00:00.000Z',
    nextPaymentScheduledAt: '2026-04-01T10:00:00.000Z',
  },
  { ...LICENSE, id: 'l-2', status: 'Revoked', expiresAt: '2026-01-31T10:00:00.000Z' },
  { ...LICENSE, id: 'l-3', status: 'Revoked' },
];

/** A shop that sells it, with a trial. */
export const STOREFRONT = {
  suggestedCurrency: 'EUR',
  enabledCurrencies: ['EUR'],
  products: [
    {
      ...PRODUCT,
      owned: false,
      trialDays: 14,
      defaultVariation: {
        id: 'perpetual',
        name: 'Perpetual',
        recurrence: { type: 'OneOff' },
        price: { EUR: 49 },
      },
    },
  ],
  bundles: [],
};

export const ORDERED_AT = '2026-03-01T10:00:00.000Z';

export function eur(amount: number): Answer {
  return { currency: 'EUR', amount };
}

/** An order of it, with a discount. */
export function order(changes: Answer) {
  const total = { original: eur(59), discount: eur(10), subtotal: eur(49), due: eur(49) };
  const line = {
    id: '1',
    type: 'Product',
    quantity: 1,
    product: PRODUCT,
    variation: { name: 'Perpetual license' },
    total,
  };
  return {
    id: 'o-1',
    currency: 'EUR',
    items: [line],
    couponsApplied: [],
    total: { ...total, taxes: eur(0) },
    ...changes,
  };
}

export function document(kind: string, amount: number): Answer {
  return { id: kind, kind, number: `${kind}-1`, orderId: 'o-1', issuedAt: ORDERED_AT, total: eur(amount) };
}
