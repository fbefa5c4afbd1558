import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentState } from '../src/modules/payments/index.ts';
import type { ReportedMethod } from '../src/modules/payments/domain/payment-state.ts';
import { ProviderError } from '../src/modules/payments/provider-error.ts';
import type {
  ChargeStart,
  PaymentProvider,
  PaymentStart,
  RefundAnswer,
  RefundRequest,
  Reversals,
  StartAnswer,
} from '../src/modules/payments/provider.ts';

/**
 * A provider at the port that does as instructed and records its requests; like a real one, it takes its time. Silence
 * is a rejection at the port, which tests request with `Away`; the stand-in of Stripe falls silent by itself.
 */
export interface FakeProvider extends PaymentProvider {
  /** The payments that it was asked to start, one entry per call. */
  readonly starts: PaymentStart[];
  readonly cancels: string[];
  /** The state that it reports for every payment; a rejection when it is unavailable. */
  state: PaymentState | 'Away';
  answerStart: (payment: PaymentStart) => Promise<StartAnswer>;
  savesMethods: boolean;
  /** The requested charges of saved methods, one entry per call. */
  readonly charges: ChargeStart[];
  answerCharge: (charge: ChargeStart) => Promise<StartAnswer>;
  /** What it does when it is asked whether it could charge. */
  answerProbe: () => Promise<void>;
  /** What it answers when it is asked for an earlier charge. */
  earlierCharge: (charge: ChargeStart) => Promise<string | undefined>;
  /** The methods that it keeps for another system. */
  foreignMethods: readonly ReportedMethod[];
  /** The references of the methods that it was asked to delete. */
  readonly removals: string[];
  /** The minimum amounts, by the supported currencies. */
  minimums: Readonly<Record<string, number>>;
  /** The maximum amounts; other currencies have none. */
  maximums: Readonly<Record<string, number>>;
  /** The requested refunds, one entry per call. */
  readonly refunds: RefundRequest[];
  answerRefund: (refund: RefundRequest) => Promise<RefundAnswer>;
  /** The reversals that it reports for every payment; a rejection when it is unavailable. */
  reversals: Partial<Reversals> | 'Away';
}

/** The time for a response: what runs meanwhile changes things before it arrives. */
const LATENCY_MS = 2;

/** Named as in the settings of test accounts; it sends the buyer to its own page. */
export function fakeProvider(): FakeProvider {
  const fake: FakeProvider = {
    name: 'sandbox',
    capabilities: async () => ({
      merchantOfRecord: false,
      invoices: 'Latchkey',
      taxes: 'Latchkey',
      savesMethods: fake.savesMethods,
      embedded: undefined,
      silenceMs: 60_000,
      minimumMinor: (currency) => fake.minimums[currency],
      maximumMinor: (currency) => fake.maximums[currency],
    }),
    savesMethods: true,
    charges: [],
    answerCharge: async ({ idempotencyKey }) => ({
      kind: 'Started',
      reference: `session-${idempotencyKey}`,
      continuation: null,
      expiresAt: null,
    }),
    answerProbe: async () => undefined,
    earlierCharge: async () => undefined,
    foreignMethods: [],
    removals: [],
    savedMethods: {
      async charge(_ctx, charge) {
        fake.charges.push(charge);
        await delay(LATENCY_MS);
        return fake.answerCharge(charge);
      },
      probe: () => fake.answerProbe(),
      async findCharge(_ctx, charge) {
        await delay(LATENCY_MS);
        return fake.earlierCharge(charge);
      },
      async find(_ctx, { reference }) {
        await delay(LATENCY_MS);
        if (fake.state === 'Away') throw new ProviderError('Unavailable', 'the provider is away');
        return fake.foreignMethods.find((method) => method.reference === reference);
      },
      async remove(_ctx, { reference }) {
        await delay(LATENCY_MS);
        if (fake.state === 'Away') throw new ProviderError('Unavailable', 'the provider is away');
        fake.removals.push(reference);
      },
    },
    minimums: { EUR: 50, USD: 50 },
    maximums: {},
    starts: [],
    cancels: [],
    state: { kind: 'Pending' },
    answerStart: async ({ idempotencyKey }) => ({
      kind: 'Started',
      reference: `session-${idempotencyKey}`,
      continuation: { kind: 'Redirect', url: 'https://pay.example/session' },
      expiresAt: null,
    }),
    isReady: async () => true,
    async start(_ctx, payment) {
      fake.starts.push(payment);
      await delay(LATENCY_MS);
      return fake.answerStart(payment);
    },
    async fetch() {
      await delay(LATENCY_MS);
      if (fake.state === 'Away') throw new ProviderError('Unavailable', 'the provider is away');
      return fake.state;
    },
    async cancel(_ctx, reference) {
      await delay(LATENCY_MS);
      if (fake.state === 'Away') throw new ProviderError('Unavailable', 'the provider is away');
      fake.cancels.push(reference);
    },
    async verifyEvent(_ctx, { body }) {
      return JSON.parse(body);
    },
    refunds: [],
    answerRefund: async ({ idempotencyKey }) => ({ reference: `re-${idempotencyKey}`, status: 'Pending' }),
    async refund(_ctx, refund) {
      fake.refunds.push(refund);
      await delay(LATENCY_MS);
      return fake.answerRefund(refund);
    },
    reversals: {},
    async fetchReversals() {
      await delay(LATENCY_MS);
      if (fake.reversals === 'Away') throw new ProviderError('Unavailable', 'the provider is away');
      return { refunds: [], disputes: [], warnings: [], ...fake.reversals };
    },
  };
  return fake;
}
