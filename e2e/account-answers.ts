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
