import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';

/** Events that end a payment. The payer is recorded with the subject of the payment. */
export type PaymentJournalEvent = {
  /** Surplus and short: money has arrived that must be returned. */
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
    /** The reason of the failure, as the buyer reads it. */
    readonly failure: string | null;
  };
};

/** @see record */
export const recordPaymentEvent: (tx: CommandTx, event: PaymentJournalEvent) => void = record;
