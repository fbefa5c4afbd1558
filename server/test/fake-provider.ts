import type { PaymentState } from '../src/modules/payments/index.ts';
import type { PaymentProvider, PaymentStart, StartAnswer } from '../src/modules/payments/provider.ts';

/** A provider that does as instructed and records its requests, like a real one. */
export interface FakeProvider extends PaymentProvider {
  /** The payments that it was asked to start, each call. */
  readonly starts: PaymentStart[];
  readonly cancels: string[];
  /** The state that it reports for every payment; a rejection when it is away. */
  state: PaymentState | 'Away';
  answerStart: (payment: PaymentStart) => Promise<StartAnswer>;
}

/** Under the name in the settings of test accounts; it sends the buyer to a page of its own. */
export function fakeProvider(): FakeProvider {
  const fake: FakeProvider = {
    name: 'sandbox',
    capabilities: {
      merchantOfRecord: false,
      renewals: 'Provider',
      refunds: 'Approval',
      invoices: 'Latchkey',
      embedded: true,
      savesMethods: true,
      silenceMs: 60_000,
    },
    starts: [],
    cancels: [],
    state: { kind: 'Pending' },
    answerStart: async ({ idempotencyKey }) => ({
      kind: 'Started',
      reference: `session-${idempotencyKey}`,
      continuation: { kind: 'Redirect', url: 'https://pay.example/session' },
      expiresAt: null,
    }),
    isReady: () => true,
    async start(_ctx, payment) {
      fake.starts.push(payment);
      return fake.answerStart(payment);
    },
    async fetch() {
      if (fake.state === 'Away') throw new Error('the provider is away');
      return fake.state;
    },
    async cancel(_ctx, reference) {
      if (fake.state === 'Away') throw new Error('the provider is away');
      fake.cancels.push(reference);
    },
    async verifyEvent(_ctx, { body }) {
      return JSON.parse(body);
    },
    refund: async ({ ids }) => ({ reference: ids.guid(), status: 'Pending' }),
  };
  return fake;
}
