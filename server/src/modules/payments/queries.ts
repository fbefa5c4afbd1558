import { readerOf } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { QueryContext } from '../accounts/index.ts';
import type { PaymentStatus } from './domain/payment-state.ts';
import { remainingMoney } from './domain/refundable.ts';
import * as store from './store.ts';
import type { Payment, PaymentSubject } from './tables.ts';

/** Every attempt to pay a subject, newest first. */
export function listPayments(ctx: QueryContext, subject: PaymentSubject): Promise<Payment[]> {
  return store.listPayments(readerOf(ctx), ctx.account.id, subject);
}

/** A payment by its id. */
export function findPayment(ctx: QueryContext, id: string): Promise<Payment | undefined> {
  return store.readPayment(readerOf(ctx), ctx.account.id, id);
}

/** What these payments are for, by the ids of those that the account has. */
export function subjectsOfPayments(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentSubject>> {
  return store.subjectsOf(readerOf(ctx), ctx.account.id, { table: 'payments', ids });
}

/** The payment that has paid for a subject; there is at most one. */
export function successfulPayment(ctx: QueryContext, subject: PaymentSubject): Promise<Payment | undefined> {
  return store.readSuccess(readerOf(ctx), ctx.account.id, subject);
}

/** The payments that have paid for these subjects, at most one for each. */
export function paymentsOf(
  ctx: QueryContext,
  subjects: { readonly kind: string; readonly ids: readonly string[] },
): Promise<Payment[]> {
  if (subjects.ids.length === 0) return Promise.resolve([]);
  return store.readSuccesses(readerOf(ctx), ctx.account.id, subjects);
}

/**
 * The payments, `Surplus` or `Short`, that paid nothing and whose money has not been refunded, oldest first: also those
 * of carts that no longer exist, which no list of orders shows. Reads all payments of the account.
 */
export function listUnduePayments(ctx: QueryContext): Promise<Payment[]> {
  return store.listUndue(readerOf(ctx), ctx.account.id);
}

/** The summary of a subject's payments in a list of subjects. */
export interface PaymentSummary {
  /** From the payment that has paid, or else the latest. */
  readonly status: PaymentStatus;
  /** The refunds of the payment that has paid, including pending ones, in minor units; 0 without one. */
  readonly refundedMinor: number;
  /** Whether no money moves with that payment. */
  readonly isTest: boolean;
  /** The currency of the received money. */
  readonly currency: string;
  /** The number of payments, `Surplus` or `Short`, that paid nothing and whose money has not been refunded. */
  readonly unduePayments: number;
}

function isUndue(payment: store.PaymentSummaryRow): boolean {
  return payment.status !== 'Succeeded' && (remainingMoney(payment)?.leftMinor ?? 0) > 0;
}

/** The payments of each subject; absent without any. */
export async function paymentSummaries(
  ctx: QueryContext,
  subjects: { readonly kind: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, PaymentSummary>> {
  const summaries = new Map<string, PaymentSummary>();
  for (const row of await store.listSummaries(readerOf(ctx), ctx.account.id, subjects)) {
    const { subjectId, status, refundedMinor, receivedCurrency, currency, terms } = row;
    const before = summaries.get(subjectId);
    const unduePayments = (before?.unduePayments ?? 0) + (isUndue(row) ? 1 : 0);
    const latest = {
      status,
      isTest: terms?.isTest === true,
      refundedMinor: status === 'Succeeded' ? refundedMinor : 0,
      currency: receivedCurrency ?? currency,
    };
    summaries.set(subjectId, { ...(before?.status === 'Succeeded' ? before : latest), unduePayments });
  }
  return summaries;
}

/**
 * Whether a payment of the subject holds money, or may still receive it: if not, the subject may be deleted. Its
 * payments stay, without any data about the buyer, and still recognize money that arrives later. The result is reliable
 * only under the lock of the subject.
 */
export function holdsMoney(db: Reader, accountId: string, subject: PaymentSubject): Promise<boolean> {
  return store.hasLivePayment(db, accountId, subject);
}

/** Whether the provider of a payment issues the invoice, so that we do not. */
export function issuesInvoices({ details, terms }: Pick<Payment, 'details' | 'terms'>): boolean {
  return details?.invoiceUrl !== undefined || terms?.invoices === 'Provider';
}
