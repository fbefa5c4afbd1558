import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentState } from '../src/modules/payments/index.ts';
import type {
  ChargeStart,
  PaymentProvider,
  RefundRequest,
  ReportedDispute,
  ReportedRefund,
  StartAnswer,
} from '../src/modules/payments/provider.ts';
import { ProviderError } from '../src/modules/payments/provider-error.ts';
import type { SandboxBehaviour } from '../src/modules/payments/providers/sandbox/sandbox-methods.ts';
import { fakeProvider } from './fake-provider.ts';

type Changing<Report extends { readonly status: unknown }> = Omit<Report, 'status'> & {
  status: Report['status'];
};

/** What is wrong with the provider when a saved method is charged; each is the answer to one call. */
export type Trouble =
  /** The call never arrives. */
  | 'Refused connection'
  /** The money moves, and the answer is lost. */
  | 'Lost answer'
  /** The bank takes two days to decide. */
  | 'Slow';

/** Money that moved at the provider, or was declined there. */
export interface BankPayment {
  readonly reference: string;
  readonly paymentId: string;
  readonly idempotencyKey: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Whether nobody was there: a saved method was charged. */
  readonly isCharge: boolean;
  /** Its place among everything that happened: see `Bank.sequence`. */
  readonly madeAt: number;
  outcome: PaymentState;
  /** Until then the bank has not decided. */
  readonly pendingUntil: Date | null;
  readonly refunds: Changing<ReportedRefund>[];
  readonly disputes: Changing<ReportedDispute>[];
}

/**
 * A provider with a ledger that keeps what it has done, as a real one does, and no idempotency for longer than a day: a
 * charge that is requested again after that is made again. Later charges of a method end as the test says.
 */
export interface Bank extends PaymentProvider {
  /** In the order in which they were made. */
  readonly payments: readonly BankPayment[];
  /** When a charge with a key was first requested, also if the call did not arrive. */
  readonly requests: ReadonlyMap<string, number>;
  /** The next number of what happens: a test that notes it knows what came before. */
  sequence(): number;
  /** What happens to the next calls of `charge`, one entry for each. */
  readonly troubles: Trouble[];
  /** It answers nothing: neither charges nor questions arrive. */
  isSilent: boolean;
  /** How charges of a method end, by its reference; by default they succeed. */
  setBehaviour(reference: string, behaviour: SandboxBehaviour): void;
  /** A bank takes the money of a payment back. */
  dispute(payment: BankPayment): void;
  decide(payment: BankPayment, status: 'Won' | 'Lost'): void;
  /** The message about the newest change of a payment. */
  eventOf(payment: BankPayment, kind: 'Payment' | 'Refund' | 'Dispute'): string;
}

const DAY_MS = 86_400_000;
const SLOW_MS = 2 * DAY_MS;
const LATENCY_MS = 0;

const DECLINES: Readonly<Record<string, PaymentState>> = {
  NeedsBuyer: { kind: 'Failed', reason: 'The bank asks for a confirmation.', advice: 'BuyerNeeded' },
  DeclinesSoftly: { kind: 'Failed', reason: 'There is too little money.', advice: 'TryAgain' },
  DeclinesForGood: { kind: 'Failed', reason: 'The card is lost.', advice: 'NeverAgain' },
};

export function openBank(now: () => Date): Bank {
  const payments: BankPayment[] = [];
  const byReference = new Map<string, BankPayment>();
  const byPayment = new Map<string, BankPayment>();
  const requests = new Map<string, number>();
  const keys = new Map<string, { readonly payment: BankPayment; readonly usedAt: Date }>();
  const behaviours = new Map<string, SandboxBehaviour>();
  let count = 0;
  const sequence = (): number => (count += 1);

  const find = (reference: string): BankPayment => {
    const payment = byReference.get(reference);
    if (payment === undefined) throw new ProviderError('Missing', `the bank has no ${reference}`);
    return payment;
  };
  const answer = async (): Promise<void> => {
    await delay(LATENCY_MS);
    if (bank.isSilent) throw new ProviderError('Unavailable', 'the bank is silent');
  };

  function make(
    start: Pick<BankPayment, 'paymentId' | 'idempotencyKey' | 'amountMinor' | 'currency'>,
    facts: Pick<BankPayment, 'isCharge' | 'outcome'> & { readonly isSlow?: boolean },
  ): StartAnswer {
    const { paymentId, idempotencyKey, amountMinor, currency } = start;
    const earlier = keys.get(idempotencyKey);
    if (earlier !== undefined && now().getTime() - earlier.usedAt.getTime() < DAY_MS)
      return started(earlier.payment.reference);
    const { isSlow = false, isCharge, outcome } = facts;
    const payment: BankPayment = {
      reference: `bank-${payments.length + 1}-${paymentId}`,
      paymentId,
      idempotencyKey,
      amountMinor,
      currency,
      isCharge,
      madeAt: sequence(),
      outcome,
      pendingUntil: isSlow ? new Date(now().getTime() + SLOW_MS) : null,
      refunds: [],
      disputes: [],
    };
    payments.push(payment);
    byReference.set(payment.reference, payment);
    if (!byPayment.has(paymentId)) byPayment.set(paymentId, payment);
    keys.set(idempotencyKey, { payment, usedAt: now() });
    return started(payment.reference);
  }

  async function charge(start: ChargeStart): Promise<StartAnswer> {
    const { idempotencyKey, amountMinor, currency, method } = start;
    if (!requests.has(idempotencyKey)) requests.set(idempotencyKey, sequence());
    await answer();
    const trouble = bank.troubles.shift();
    if (trouble === 'Refused connection') throw new ProviderError('Unavailable', 'connection refused');
    const decline = DECLINES[behaviours.get(method.reference) ?? ''];
    const outcome = decline ?? { kind: 'Succeeded' as const, amountMinor, currency };
    const result = make(start, { isCharge: true, outcome, isSlow: trouble === 'Slow' });
    if (trouble === 'Lost answer') throw new ProviderError('Unavailable', 'socket hang up');
    return result;
  }

  const bank: Bank = {
    ...fakeProvider(),
    payments,
    requests,
    sequence,
    troubles: [],
    isSilent: false,
    setBehaviour: (reference, behaviour) => void behaviours.set(reference, behaviour),
    // A buyer who is there pays at once.
    async start(_ctx, payment) {
      await delay(LATENCY_MS);
      const { paymentId, amountMinor, currency, saveMethod = false } = payment;
      const label = { brand: 'visa', last4: '4242', expires: '2099-12' };
      const method = saveMethod ? { reference: `method-${paymentId}`, label } : undefined;
      const paid = { kind: 'Succeeded' as const, amountMinor, currency };
      return make(payment, { isCharge: false, outcome: { ...paid, ...(method && { method }) } });
    },
    savedMethods: {
      charge: (_ctx, start) => charge(start),
      async findCharge(_ctx, { paymentId }) {
        await answer();
        return byPayment.get(paymentId)?.reference;
      },
      find: async () => undefined,
      remove: answer,
    },
    async fetch(_ctx, reference) {
      await answer();
      const { outcome, pendingUntil } = find(reference);
      return pendingUntil !== null && now() < pendingUntil
        ? { kind: 'Pending', until: pendingUntil }
        : outcome;
    },
    // What a bank works on cannot be stopped.
    cancel: answer,
    async refund(_ctx, request) {
      await answer();
      return refundAt(find(request.reference), request);
    },
    async fetchReversals(_ctx, reference) {
      await answer();
      const { refunds, disputes } = find(reference);
      return { refunds: structuredClone(refunds), disputes: structuredClone(disputes), warnings: [] };
    },
    dispute(payment) {
      const { reference, currency, disputes } = payment;
      const amountMinor = balanceOf(payment);
      const name = `${reference}-dispute-${disputes.length}`;
      disputes.push({ reference: name, amountMinor, currency, status: 'Open', reason: 'fraudulent' });
    },
    decide(payment, status) {
      const open = payment.disputes.find((dispute) => dispute.status === 'Open');
      if (open !== undefined) open.status = status;
    },
    eventOf({ reference, paymentId, disputes, refunds }, kind) {
      const id = `${reference}-${kind}-${JSON.stringify([disputes, refunds])}`;
      return JSON.stringify([{ id, kind, reference, paymentId }]);
    },
  };
  return bank;
}

function started(reference: string): StartAnswer {
  return { kind: 'Started', reference, continuation: null, expiresAt: null };
}

function refundAt(payment: BankPayment, { refundId, amountMinor }: RefundRequest) {
  const earlier = payment.refunds.find((refund) => refund.refundId === refundId);
  if (earlier !== undefined) return { reference: earlier.reference, status: earlier.status };
  const isDisputed = payment.disputes.some(({ status }) => status === 'Open');
  if (isDisputed || amountMinor > balanceOf(payment))
    return { reference: null, status: 'Failed' as const, failure: 'There is too little left.' };
  const reference = `${payment.reference}-refund-${payment.refunds.length}`;
  const { currency } = payment;
  payment.refunds.push({ reference, refundId, amountMinor, currency, status: 'Succeeded' });
  return { reference, status: 'Succeeded' as const };
}

/** What the vendor has of a payment, without what went back or was lost to a dispute. */
export function balanceOf({ outcome, amountMinor, refunds, disputes }: BankPayment): number {
  if (outcome.kind !== 'Succeeded') return 0;
  const reversals = [
    ...refunds.filter(({ status }) => status !== 'Failed'),
    ...disputes.filter(({ status }) => status === 'Lost'),
  ];
  return reversals.reduce((left, reversal) => left - reversal.amountMinor, amountMinor);
}
