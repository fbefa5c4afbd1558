import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { Dispute, Payment, Refund, SavedMethod } from './tables.ts';
import type { ProviderMode } from './connections/provider-connection.ts';

/** Events that end a payment. The payer is recorded with the subject of the payment. */
export type PaymentJournalEvent =
  | ProviderJournalEvent
  | {
      /** Surplus and short: money has arrived that must be refunded. */
      readonly type: 'payment.succeeded' | 'payment.failed' | 'payment.surplus' | 'payment.short';
      /** The payment, and its subject under its kind: `order`. */
      readonly subjects: { readonly payment: string; readonly [kind: string]: string };
      readonly data: {
        readonly provider: string;
        readonly amountMinor: number;
        readonly currency: string;
        /** The amount received, if the amount or its currency differs from what is due. */
        readonly receivedMinor: number | null;
        readonly receivedCurrency: string | null;
        /** The reason of the failure for the buyer. */
        readonly failure: string | null;
      };
    };

/** Events of the account's access to a provider. */
interface ProviderJournalEvent {
  readonly type: 'payment-provider.connected' | 'payment-provider.disconnected';
  readonly subjects: {};
  readonly data: { readonly provider: string; readonly mode: ProviderMode };
}

/** @see record */
export const recordPaymentEvent: (tx: CommandTx, event: PaymentJournalEvent) => void = record;

/** Events of saved payment methods. Their labels name people's cards, so they are not recorded. */
interface MethodJournalEvent {
  readonly type: MethodEventType;
  readonly subjects: { readonly method: string; readonly payment?: string };
  readonly data: { readonly provider: string };
}

type MethodEventType = 'payment-method.saved' | 'payment-method.removed';

const recordMethod: (tx: CommandTx, event: MethodJournalEvent) => void = record;

export function recordMethodEvent(
  tx: CommandTx,
  type: MethodEventType,
  { id, provider, paymentId }: Pick<SavedMethod, 'id' | 'provider' | 'paymentId'>,
): void {
  const subjects = { method: id, ...(paymentId !== null && { payment: paymentId }) };
  recordMethod(tx, { type, subjects, data: { provider } });
}

/** Events of refunds and disputes. The vendor's note on a refund may name people, so it is not recorded. */
type ReversalJournalEvent =
  | {
      readonly type: RefundEventType;
      readonly subjects: SubjectsOf<'refund'>;
      readonly data: {
        readonly origin: Refund['origin'];
        /** The money went back in another way than by the provider. */
        readonly isElsewhere?: true;
        readonly amountMinor: number;
        readonly currency: string;
      };
    }
  | {
      readonly type: DisputeEventType;
      readonly subjects: SubjectsOf<'dispute'>;
      readonly data: {
        readonly amountMinor: number;
        readonly currency: string;
        /** The provider's name for it. */
        readonly reason: string;
        readonly handledBy: Dispute['handledBy'];
      };
    }
  | {
      readonly type: 'payment.fraud-warning';
      readonly subjects: PaymentJournalEvent['subjects'];
      readonly data: { readonly reason: string };
    };

type RefundEventType = 'refund.created' | 'refund.succeeded' | 'refund.failed';
type DisputeEventType = 'dispute.opened' | 'dispute.won' | 'dispute.lost';
type SubjectsOf<Kind extends string> = PaymentJournalEvent['subjects'] & { readonly [kind in Kind]: string };

const recordReversal: (tx: CommandTx, event: ReversalJournalEvent) => void = record;

export function recordRefundEvent(tx: CommandTx, type: RefundEventType, refund: Refund): void {
  const { id, paymentId, subjectKind, subjectId, origin, amountMinor, currency, isElsewhere } = refund;
  recordReversal(tx, {
    type,
    subjects: { refund: id, payment: paymentId, [subjectKind.toLowerCase()]: subjectId },
    data: { origin, amountMinor, currency, ...(isElsewhere === true && { isElsewhere }) },
  });
}

export function recordDisputeEvent(tx: CommandTx, type: DisputeEventType, dispute: Dispute): void {
  const { id, paymentId, subjectKind, subjectId, amountMinor, currency, reason, handledBy } = dispute;
  recordReversal(tx, {
    type,
    subjects: { dispute: id, payment: paymentId, [subjectKind.toLowerCase()]: subjectId },
    data: { amountMinor, currency, reason, handledBy },
  });
}

export function recordFraudWarning(tx: CommandTx, payment: Payment, reason: string): void {
  const { id, subjectKind, subjectId } = payment;
  recordReversal(tx, {
    type: 'payment.fraud-warning',
    subjects: { payment: id, [subjectKind.toLowerCase()]: subjectId },
    data: { reason },
  });
}
