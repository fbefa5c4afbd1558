import type { Context } from '../../../accounts/index.ts';
import type { RefundStatus } from '../../domain/refund-state.ts';
import type { EventMessage, RefundAnswer, RefundRequest, Reversals } from '../../provider.ts';
import { readPaymentByReference } from '../../store.ts';
import { eventsOfPayment, refundsOfPayment } from '../../reversals/store-refunds.ts';
import type { Payment, PaymentEvent, Refund } from '../../tables.ts';
import { SANDBOX_EVENTS, SANDBOX_SIGNATURE } from './signature.ts';

/** The events that a developer can simulate for a test payment. */
export const SANDBOX_REVERSALS = [
  'Refund',
  'DisputeOpened',
  'DisputeWon',
  'DisputeLost',
  'FraudWarning',
] as const;

export type SandboxReversal = (typeof SANDBOX_REVERSALS)[number];

const DELAY_MS = 5_000;
const OWN_REFUND = 'sandbox-refund';

/**
 * The outcomes of refunds by the last two digits of their amount in minor units: immediately, and after five seconds.
 */
const OUTCOMES: Readonly<Record<number, readonly [RefundStatus, RefundStatus]>> = {
  13: ['Failed', 'Failed'],
  17: ['Pending', 'Succeeded'],
  19: ['Pending', 'Failed'],
};

/** The response to a refund; the reference contains its outcome, because the provider stores nothing. */
export function answerRefund(now: Date, { refundId, amountMinor }: RefundRequest): RefundAnswer {
  const [status, later] = OUTCOMES[amountMinor % 100] ?? ['Succeeded', 'Succeeded'];
  const endsAt = now.getTime() + DELAY_MS;
  return { reference: [OWN_REFUND, refundId, status, later, endsAt].join('~'), status };
}

/** The id of an event that contains all of its data: the provider finds it among the stored events. */
function reversalEventId(
  { ids }: Pick<Context, 'ids'>,
  what: SandboxReversal,
  money: { readonly amountMinor: number; readonly currency: string },
): string {
  return ['sandbox', what, money.amountMinor, money.currency, ids.guid()].join('~');
}

/** The message with which the provider reports an event; `undefined` for a payment of another provider. */
export function signReversal(
  ctx: Pick<Context, 'ids' | 'vault'>,
  { provider, providerReference }: Pick<Payment, 'provider' | 'providerReference'>,
  what: SandboxReversal,
  money: { readonly amountMinor: number; readonly currency: string },
): EventMessage | undefined {
  if (provider !== 'sandbox' || providerReference === null) return undefined;
  const body = JSON.stringify({ id: reversalEventId(ctx, what, money), reference: providerReference });
  return { body, headers: { [SANDBOX_SIGNATURE]: ctx.vault.sign(SANDBOX_EVENTS, body) } };
}

/** The reversals of a test payment: our own refunds, and the events that a developer simulated. */
export async function reversalsOf(
  { database: { reader }, account, clock }: Context,
  reference: string,
): Promise<Reversals> {
  const payment = await readPaymentByReference(reader, account.id, { provider: 'sandbox', reference });
  if (payment === undefined) return { refunds: [], disputes: [], warnings: [] };
  const own = await refundsOfPayment(reader, payment);
  const events = (await eventsOfPayment(reader, payment)).flatMap(sandboxEventOf);
  return {
    refunds: [
      ...own.flatMap((refund) => ownRefund(refund, clock.now())),
      ...events
        .filter(({ what }) => what === 'Refund')
        .map(({ id, amountMinor, currency }) => ({
          reference: id,
          refundId: null,
          amountMinor,
          currency,
          status: 'Succeeded' as const,
        })),
    ],
    disputes: disputesIn(events),
    warnings: events
      .filter(({ what }) => what === 'FraudWarning')
      .map(({ id }) => ({ reference: id, reason: 'made_with_stolen_card' })),
  };
}

interface SandboxEvent {
  readonly id: string;
  readonly what: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly at: Date;
}

function sandboxEventOf({ eventId, receivedAt: at }: PaymentEvent): SandboxEvent[] {
  const [by, what = '', amountMinor, currency = ''] = eventId.split('~');
  return by === 'sandbox' ? [{ id: eventId, what, amountMinor: Number(amountMinor), currency, at }] : [];
}

/** The time for an answer to a dispute. */
const ANSWER_MS = 7 * 24 * 60 * 60 * 1_000;

/** A dispute begins with its opening, and the next decision ends it. */
function disputesIn(events: readonly SandboxEvent[]): Reversals['disputes'] {
  const disputes: Reversals['disputes'][number][] = [];
  for (const { id, what, amountMinor, currency, at } of events) {
    const open = disputes.findIndex(({ status }) => status === 'Open');
    const dispute = disputes[open];
    if (what === 'DisputeOpened')
      disputes.push({
        reference: id,
        amountMinor,
        currency,
        status: 'Open',
        reason: 'fraudulent',
        answerBy: new Date(at.getTime() + ANSWER_MS),
      });
    else if (dispute !== undefined && (what === 'DisputeWon' || what === 'DisputeLost'))
      disputes[open] = { ...dispute, status: what === 'DisputeWon' ? 'Won' : 'Lost' };
  }
  return disputes;
}

function ownRefund({ id, providerReference, ...money }: Refund, now: Date): Reversals['refunds'][number][] {
  const [kind, , status, later, endsAt] = providerReference?.split('~') ?? [];
  if (providerReference === null || kind !== OWN_REFUND) return [];
  const current = now.getTime() < Number(endsAt) ? status : later;
  return [
    {
      reference: providerReference,
      refundId: id,
      amountMinor: money.amountMinor,
      currency: money.currency,
      status: current === 'Failed' || current === 'Pending' ? current : 'Succeeded',
    },
  ];
}
