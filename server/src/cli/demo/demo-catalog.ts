import type { ProductInput } from '../../modules/catalog/index.ts';

/** The demo account's products, in the order of the storefront; a part comes after the product it belongs to. */
export const DEMO_PRODUCTS: readonly ProductInput[] = [
  {
    id: 'demo-app',
    name: 'Demo App',
    tagline: 'The application that every example uses',
    description: 'A perpetual license for three devices, a trial without an account, and offline activation.',
    maxActivations: 3,
    allowsOffline: true,
    allowsTrials: true,
    trialDays: 14,
    downloadAccess: 'Everyone',
    position: 1,
    variations: [{ id: 'demo-app-perpetual', name: 'Perpetual license', prices: { EUR: 4_900, USD: 5_500 } }],
  },
  {
    id: 'demo-synth',
    name: 'Demo Synth',
    tagline: 'Bought once or by the month',
    description: 'A perpetual license or a monthly subscription; the trial needs an account.',
    maxActivations: 2,
    allowsOffline: true,
    allowsTrials: true,
    trialNeedsAccount: true,
    downloadAccess: 'Customer',
    position: 2,
    variations: [
      { id: 'demo-synth-perpetual', name: 'Perpetual license', prices: { EUR: 12_900, USD: 13_900 } },
      {
        id: 'demo-synth-monthly',
        name: 'Monthly subscription',
        recurrence: 'Monthly',
        prices: { EUR: 990, USD: 1_090 },
      },
    ],
  },
  {
    id: 'demo-synth.pack',
    name: 'Demo Synth Sound Pack',
    tagline: 'More sounds for Demo Synth',
    description: 'A part of Demo Synth that is sold on its own.',
    maxActivations: 2,
    downloadAccess: 'Owner',
    position: 3,
    variations: [
      { id: 'demo-synth.pack-perpetual', name: 'Perpetual license', prices: { EUR: 1_900, USD: 2_100 } },
    ],
  },
  {
    id: 'demo-verb',
    name: 'Demo Verb',
    tagline: 'Owners only',
    description: 'No trial, no offline activation, and downloads for those who own it.',
    maxActivations: 2,
    downloadAccess: 'Owner',
    position: 4,
    variations: [
      { id: 'demo-verb-perpetual', name: 'Perpetual license', prices: { EUR: 7_900, USD: 8_500 } },
    ],
  },
];
