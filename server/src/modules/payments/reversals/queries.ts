import { notFound } from '../../../kernel/problem.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { RowPage } from '../../../platform/database/newest-first.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { suspendsPurchase } from '../domain/refund-state.ts';
import type {
  Dispute,
  DisputeFilter,
  DisputeToAnswerFilter,
  FraudWarning,
  PaymentSubject,
  Refund,
} from '../tables.ts';
import { subjectsOf } from '../store.ts';
import * as disputeStore from './store-disputes.ts';
import * as refundStore from './store-refunds.ts';

/** The refunds of all payments of a subject, newest first. */
export function listRefunds(ctx: QueryContext, page: PaymentSubject & RowPage): Promise<Refund[]> {
  return refundStore.listRefunds(readerOf(ctx), ctx.account.id, page);
}

/** The refunds that succeeded from `from` until before `to`, oldest first. */
export function refundsSettledIn(
  ctx: QueryContext,
  span: { readonly from: Date; readonly to: Date },
): Promise<Refund[]> {
  return refundStore.refundsSettledIn(readerOf(ctx), ctx.account.id, span);
}

/** The refunds that failed from `from` until before `to`. */
export function refundsFailedIn(
  ctx: QueryContext,
  span: { readonly from: Date; readonly to: Date },
): Promise<Refund[]> {
  return refundStore.refundsFailedIn(readerOf(ctx), ctx.account.id, span);
}

/** What the money of these refunds had paid for, by the ids of those that the account has. */
export function subjectsOfRefunds(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentSubject>> {
  return subjectsOf(readerOf(ctx), ctx.account.id, { table: 'refunds', ids });
}

/** A refund of a subject. Raises `NotFound`. */
export async function findRefund(ctx: QueryContext, subject: PaymentSubject, id: string): Promise<Refund> {
  const refund = await refundStore.readRefund(readerOf(ctx), ctx.account.id, id);
  const isOfSubject = refund?.subjectKind === subject.kind && refund.subjectId === subject.id;
  if (refund === undefined || !isOfSubject) throw notFound({ detail: `There is no refund ${id}.` });
  return refund;
}

/** Disputes of the account, newest first. */
export function listDisputes(ctx: QueryContext, filter: DisputeFilter): Promise<Dispute[]> {
  return disputeStore.listDisputes(readerOf(ctx), ctx.account.id, filter);
}

/** Disputes that the vendor has to answer at the payment provider, the soonest `answerBy` first. */
export function listDisputesToAnswer(ctx: QueryContext, filter: DisputeToAnswerFilter): Promise<Dispute[]> {
  return disputeStore.listDisputesToAnswer(readerOf(ctx), ctx.account.id, filter);
}

/** The ids of subjects of one kind with a dispute that the vendor has to answer, the soonest first; at most `limit`. */
export function subjectsToAnswer(
  ctx: QueryContext,
  filter: { readonly kind: string; readonly limit: number },
): Promise<string[]> {
  return disputeStore.subjectsToAnswer(readerOf(ctx), ctx.account.id, filter);
}

/**
 * Whether disputes take away what a payment bought: see `suspendsPurchase`. The result is reliable only under the lock
 * of the payment's subject.
 */
export async function isDisputed(ctx: QueryContext, paymentId: string): Promise<boolean> {
  const payment = { accountId: ctx.account.id, id: paymentId };
  return suspendsPurchase(await disputeStore.disputesOfPayment(readerOf(ctx), payment));
}

/** Whether disputes take away what a payment of one of these subjects bought: see `suspendsPurchase`. */
export async function isAnyDisputed(
  ctx: QueryContext,
  subjects: { readonly kind: string; readonly ids: readonly string[] },
): Promise<boolean> {
  return suspendsPurchase(await disputeStore.disputesOfSubjects(readerOf(ctx), ctx.account.id, subjects));
}

/** A dispute. Raises `NotFound`. */
export async function findDispute(ctx: QueryContext, id: string): Promise<Dispute> {
  const dispute = await disputeStore.readDispute(readerOf(ctx), ctx.account.id, id);
  if (dispute === undefined) throw notFound({ detail: `There is no dispute ${id}.` });
  return dispute;
}

/** The warnings of fraud about the payments of a subject, newest first; at most `limit`. */
export function listFraudWarnings(
  ctx: QueryContext,
  subject: PaymentSubject,
  limit: number,
): Promise<FraudWarning[]> {
  return disputeStore.listWarnings(readerOf(ctx), ctx.account.id, subject, limit);
}
