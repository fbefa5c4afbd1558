import type { DisputeStatus, PaymentState, RefundStatus } from '../../src/modules/payments/index.ts';
import type {
  PaymentProvider,
  RefundAnswer,
  RefundRequest,
  ReportedDispute,
  ReportedRefund,
} from '../../src/modules/payments/provider.ts';
import { fakeProvider } from '../fake-provider.ts';
import { ProviderError } from '../../src/modules/payments/provider-error.ts';

/**
 * The provider's response to the start of a payment; `Lost`: it starts the payment, and the response does not arrive.
 */
export type StartMode = 'Starts' | 'Refuses' | 'Fails' | 'Lost';

/**
 * Its response to a refund; `Approval`: somebody decides later; `Lost`: it makes the refund, and the response is lost.
 */
export type RefundMode = 'Succeeds' | 'Approval' | 'Refuses' | 'Fails' | 'Lost' | 'LostApproval';

type Changing<Report extends { readonly status: unknown }> = Omit<Report, 'status'> & {
  status: Report['status'];
};

/** A payment at the provider. */
export interface Session {
  readonly reference: string;
  readonly paymentId: string;
  readonly due: { readonly amountMinor: number; readonly currency: string };
  state: PaymentState;
  readonly refunds: Changing<ReportedRefund>[];
  readonly disputes: Changing<ReportedDispute>[];
  /** The number of changes of its refunds and disputes. */
  changes: number;
  /** Whether a bank has returned a succeeded refund. */
  hasReturns: boolean;
}

/** A provider with its own sessions that keep their state; it can become unavailable. */
export interface WalkProvider extends PaymentProvider {
  readonly sessions: readonly Session[];
  mode: StartMode;
  refundMode: RefundMode;
  isAway: boolean;
  /** The buyer of a session pays this part of the amount due. */
  pay(session: Session, share: number): void;
  decline(session: Session): void;
  /** Refunds a part of the rest, without Latchkey. */
  makeRefund(session: Session, share: number, status: RefundStatus): void;
  decideRefund(session: Session, index: number, status: RefundStatus): void;
  /** The bank holds a part of the rest. */
  dispute(session: Session, share: number): void;
  decideDispute(session: Session, index: number, status: DisputeStatus): void;
}

/** The refunded money of a session, including pending refunds, and the money that a bank holds. */
export function goneOf({ refunds, disputes }: Session): number {
  const amounts = [
    ...refunds.filter(({ status }) => status !== 'Failed'),
    ...disputes.filter(({ status }) => status !== 'Won'),
  ].map(({ amountMinor }) => amountMinor);
  return amounts.reduce((sum, amountMinor) => sum + amountMinor, 0);
}

function leftOf(session: Session): number {
  return session.state.kind === 'Succeeded' ? session.state.amountMinor - goneOf(session) : 0;
}

export function walkProvider(): WalkProvider {
  const sessions: Session[] = [];
  const find = (reference: string): Session => {
    const session = sessions.find((entry) => entry.reference === reference);
    if (session === undefined) throw new Error(`the provider has no session ${reference}`);
    return session;
  };
  const refuseAway = (): void => {
    if (provider.isAway) throw new ProviderError('Unavailable', 'the provider is away');
  };
  const provider: WalkProvider = {
    ...fakeProvider(),
    sessions,
    mode: 'Starts',
    refundMode: 'Succeeds',
    isAway: false,
    async start(_ctx, { paymentId, idempotencyKey, amountMinor, currency }) {
      refuseAway();
      if (provider.mode === 'Fails') throw new ProviderError('Unavailable', 'connection refused');
      if (provider.mode === 'Refuses') return { kind: 'Refused', reason: 'No.' };
      const reference = `session-${idempotencyKey}`;
      if (!sessions.some((session) => session.reference === reference)) {
        const due = { amountMinor, currency };
        sessions.push({
          reference,
          paymentId,
          due,
          state: { kind: 'Pending' },
          refunds: [],
          disputes: [],
          changes: 0,
          hasReturns: false,
        });
      }
      if (provider.mode === 'Lost') throw new ProviderError('Unavailable', 'socket hang up');
      const continuation = { kind: 'Redirect', url: 'https://pay.example' } as const;
      return { kind: 'Started', reference, continuation, expiresAt: null };
    },
    async fetch(_ctx, reference) {
      refuseAway();
      return find(reference).state;
    },
    async cancel(_ctx, reference) {
      refuseAway();
      provider.decline(find(reference));
    },
    pay(session, share) {
      const { amountMinor, currency } = session.due;
      // A real provider takes no money for a session that has ended.
      if (session.state.kind === 'Pending')
        session.state = { kind: 'Succeeded', amountMinor: Math.floor(amountMinor * share), currency };
    },
    decline(session) {
      if (session.state.kind === 'Pending') session.state = { kind: 'Failed', reason: 'Declined.' };
    },
    async refund(_ctx, request) {
      refuseAway();
      return answerRefund(find(request.reference), request, provider.refundMode);
    },
    async fetchReversals(_ctx, reference) {
      refuseAway();
      const { refunds, disputes } = find(reference);
      return { refunds: structuredClone(refunds), disputes: structuredClone(disputes), warnings: [] };
    },
    ...BANK_ACTIONS,
  };
  return provider;
}

/** Like a provider without idempotency keys: repeating a call without a check pays twice. */
function answerRefund(
  session: Session,
  { refundId, amountMinor }: RefundRequest,
  mode: RefundMode,
): RefundAnswer {
  if (mode === 'Fails') throw new ProviderError('Unavailable', 'connection refused');
  const isDisputed = session.disputes.some(({ status }) => status === 'Open');
  if (mode === 'Refuses' || isDisputed || amountMinor > leftOf(session))
    return { reference: null, status: 'Failed', failure: 'No.' };
  const status = mode === 'Approval' || mode === 'LostApproval' ? 'Pending' : 'Succeeded';
  const { reference } = addRefund(session, { refundId, amountMinor, status });
  if (mode === 'Lost' || mode === 'LostApproval') throw new ProviderError('Unavailable', 'socket hang up');
  return { reference, status };
}

function addRefund(
  session: Session,
  facts: Pick<ReportedRefund, 'refundId' | 'amountMinor' | 'status'>,
): ReportedRefund {
  const reference = `${session.reference}-refund-${session.refunds.length}`;
  const refund = { reference, currency: session.due.currency, ...facts };
  session.refunds.push(refund);
  session.changes += 1;
  return refund;
}

/** Events at the provider without us. */
const BANK_ACTIONS: Pick<WalkProvider, 'makeRefund' | 'decideRefund' | 'dispute' | 'decideDispute'> = {
  makeRefund(session, share, status) {
    const amountMinor = Math.floor(leftOf(session) * share);
    if (amountMinor > 0) addRefund(session, { refundId: null, amountMinor, status });
  },
  decideRefund(session, index, status) {
    const refund = session.refunds[index % Math.max(1, session.refunds.length)];
    const isOpen = refund?.status === 'Pending' || (refund?.status === 'Succeeded' && status === 'Failed');
    if (refund === undefined || !isOpen) return;
    if (refund.status === 'Succeeded') session.hasReturns = true;
    refund.status = status;
    session.changes += 1;
  },
  dispute(session, share) {
    const amountMinor = Math.floor(leftOf(session) * share);
    if (amountMinor === 0) return;
    const reference = `${session.reference}-dispute-${session.disputes.length}`;
    const { currency } = session.due;
    session.disputes.push({ reference, amountMinor, currency, status: 'Open', reason: 'fraudulent' });
    session.changes += 1;
  },
  decideDispute(session, index, status) {
    const dispute = session.disputes[index % Math.max(1, session.disputes.length)];
    // A bank can revise its decision for the vendor, as long as there is money to take.
    const isReversible =
      dispute?.status === 'Won' && status === 'Lost' && dispute.amountMinor <= leftOf(session);
    if (dispute === undefined || !(dispute.status === 'Open' || isReversible)) return;
    dispute.status = status;
    session.changes += 1;
  },
};
