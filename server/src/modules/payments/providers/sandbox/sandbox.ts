import { Type } from '../../../../kernel/schema.ts';
import type { PaymentState } from '../../domain/payment-state.ts';
import { invalidEventSignature } from '../../problems.ts';
import type { PaymentProvider, PaymentStart, ProviderEvent } from '../../provider.ts';
import {
  findSandboxMethod,
  behaviourOf,
  chargeReference,
  declineOf,
  paidState,
  SANDBOX_BEHAVIOURS,
} from './sandbox-methods.ts';
import { answerRefund, reversalsOf } from './sandbox-reversals.ts';
import { SANDBOX_EVENTS, SANDBOX_SIGNATURE } from './signature.ts';

const OUTCOMES = ['Succeed', 'Fail', 'Delay'] as const;

/** The checkout page's input for a test payment: the outcomes that the buyer wants to see, now and later. */
export const sandboxInput = {
  sandboxOutcome: Type.Optional(Type.Enum([...OUTCOMES])),
  sandboxMethod: Type.Optional(
    Type.Enum([...SANDBOX_BEHAVIOURS], {
      description: 'How later charges end, if the payment saves its method.',
    }),
  ),
};

const DELAY_MS = 5_000;

/**
 * The provider for development: it moves no money and lets the buyer choose the outcome of a payment. Without
 * development features it accepts no payments, regardless of the settings: otherwise a shop with a leftover setting
 * would give everything away.
 *
 * It is stateless: the reference of a payment contains all of its data, that of a refund its outcome, and the id of an
 * event its content.
 */
export const sandbox: PaymentProvider = {
  name: 'sandbox',
  capabilities: async () => ({
    merchantOfRecord: false,
    invoices: 'Latchkey',
    taxes: 'Latchkey',
    savesMethods: true,
    embedded: undefined,
    isTest: true,
    silenceMs: DELAY_MS,
    minimumMinor: () => 1,
  }),
  testInput: {
    field: 'sandboxOutcome',
    outcomes: OUTCOMES,
    method: { field: 'sandboxMethod', outcomes: SANDBOX_BEHAVIOURS },
  },
  isReady: async ({ config }) => config.hasDevFeatures,
  start: async (_ctx, payment) => ({
    kind: 'Started',
    reference: referenceOf(payment),
    continuation: null,
    expiresAt: null,
  }),
  savedMethods: {
    charge: async (_ctx, charge) => ({
      kind: 'Started',
      reference: chargeReference(charge),
      continuation: null,
      expiresAt: null,
    }),
    find: async (_ctx, { reference }) => findSandboxMethod(reference),
    // It keeps nothing, and charges the same payment again with the same result.
    findCharge: async () => undefined,
    remove: async () => undefined,
  },
  fetch: async ({ clock }, reference) => stateOf(reference, clock.now()),
  cancel: async () => undefined,
  verifyEvent: async ({ vault }, { body, headers }) => {
    const signature = headers[SANDBOX_SIGNATURE];
    if (typeof signature !== 'string' || !vault.verify(SANDBOX_EVENTS, body, signature))
      throw invalidEventSignature();
    return eventsIn(body);
  },
  refund: async ({ clock }, refund) => answerRefund(clock.now(), refund),
  fetchReversals: reversalsOf,
};

function referenceOf(payment: PaymentStart): string {
  const { paymentId, amountMinor, currency, openedAt, visit, saveMethod = false } = payment;
  const { sandboxOutcome, sandboxMethod } = visit.input;
  const outcome = typeof sandboxOutcome === 'string' ? sandboxOutcome : 'Succeed';
  const endsAt = openedAt.getTime() + (outcome === 'Delay' ? DELAY_MS : 0);
  const method = saveMethod ? [behaviourOf(sandboxMethod)] : [];
  return ['sandbox', paymentId, outcome, amountMinor, currency, endsAt, ...method].join('~');
}

function stateOf(reference: string, now: Date): PaymentState {
  const [, paymentId = '', outcome, amountMinor, currency = '', endsAt, behaviour] = reference.split('~');
  if (outcome === 'Fail') return { kind: 'Failed', reason: 'The test payment was declined.' };
  const decline = declineOf(outcome);
  if (decline !== undefined) return decline;
  if (now.getTime() < Number(endsAt)) return { kind: 'Pending' };
  return paidState({ amountMinor: Number(amountMinor), currency }, paymentId, behaviour);
}

function eventsIn(body: string): readonly ProviderEvent[] {
  const event: unknown = JSON.parse(body);
  if (typeof event !== 'object' || event === null || !('id' in event) || !('reference' in event)) return [];
  const { id, reference } = event;
  if (typeof id !== 'string' || typeof reference !== 'string') return [];
  return [{ id, kind: kindOf(id), reference, paymentId: reference.split('~')[1] ?? null }];
}

/** Everything that happens to a payment after it was paid is named in the id of the event. */
function kindOf(id: string): ProviderEvent['kind'] {
  const [by, what] = id.split('~');
  if (by !== 'sandbox') return 'Payment';
  return what === 'Refund' ? 'Refund' : 'Dispute';
}
