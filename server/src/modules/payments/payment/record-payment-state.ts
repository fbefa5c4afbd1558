import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { type PaymentState, type ReportedMethod, statusAfterReport } from '../domain/payment-state.ts';
import { type PaymentJournalEvent, recordPaymentEvent } from '../events.ts';
import { deleteMethod } from '../methods/delete-method.ts';
import { saveMethod } from '../methods/save-method.ts';
import { type LockedPayable, lockWithSubject, type PaymentFailure } from '../payable.ts';
import { isPaidByAnother, writeEnd } from '../store.ts';
import { mailAboutPayment } from './vendor-mail.ts';
import type { Payment } from '../tables.ts';

const MISMATCH =
  'What arrived is not the amount that is due, so nothing was delivered. The seller returns the money to you.';

/**
 * Records the state of a payment that a provider reports, in any order and any number of times; the subject of the
 * payment reacts in the same transaction, all or nothing. This is the only function that ends a payment.
 *
 * Money for a deleted subject is surplus. Reports about unknown payments are ignored: they belong to another account.
 *
 * With `unless`, nothing happens to a payment for which that is true, under the locks.
 */
export async function recordPaymentState(
  ctx: CommandContext,
  paymentId: string,
  report: PaymentState,
  unless: (payment: Payment) => boolean = () => false,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const place = await lockWithSubject(tx, paymentId);
    if (place === undefined || unless(place.payment)) return;
    const { payment, locked } = place;
    const isSuperfluous = locked === undefined || (await isPaidByAnother(tx, payment));
    const next = statusAfterReport(payment, report, isSuperfluous);
    if (next === payment.status) return;
    await endPayment(tx, { payment, report, locked }, next);
  });
}

interface Ending {
  readonly payment: Payment;
  readonly report: PaymentState;
  /** Absent when the subject was deleted. */
  readonly locked: LockedPayable | undefined;
}

async function endPayment(
  tx: CommandTx,
  { payment, report, locked }: Ending,
  status: Payment['status'],
): Promise<void> {
  const failure = failureOf(payment, report, status);
  const ended = { ...payment, status, failure, settledAt: tx.clock.now(), ...receipt(payment, report) };
  const { settledAt, receivedMinor, receivedCurrency, details } = ended;
  await writeEnd(tx, payment, { status, failure, settledAt, receivedMinor, receivedCurrency, details });
  recordEnd(tx, ended);
  if (report.kind === 'Succeeded' && report.method !== undefined) await keepMethod(tx, ended, report.method);
  const wasSubmitted = report.kind === 'Failed' && report.wasSubmitted === true;
  if (status === 'Succeeded') {
    await locked?.paid(ended);
    warnOfTest(tx, ended);
  } else if (payment.status === 'Pending' && failure !== null)
    await locked?.failed(ended, { reason: failure, wasSubmitted, ...causeOf(report) });
  const isUndue = status === 'Surplus' || status === 'Short';
  if (isUndue && holdsAnything(ended)) await keepUndueMoney(tx, { payment: ended, locked });
  else if (wasSubmitted && payment.status === 'Pending') await mailAboutPayment(tx, ended);
}

/** In production, a purchase with test keys gives away what it buys. */
function warnOfTest(
  { config, log }: CommandTx,
  { id: paymentId, subjectId, provider, terms }: Payment,
): void {
  if (terms?.isTest !== true || config.hasDevFeatures) return;
  log.warn({ paymentId, subjectId, provider }, 'a test payment has paid: no money moved');
}

/** Stores the method that a payment has saved; one of a payment that pays nothing is deleted again. */
async function keepMethod(tx: CommandTx, payment: Payment, reported: ReportedMethod): Promise<void> {
  const method = await saveMethod(tx, payment, reported);
  if (payment.status !== 'Succeeded') await deleteMethod(tx, method.id);
}

/** Whether money arrived: a payment of nothing only saves a method. */
function holdsAnything({ amountMinor, receivedMinor }: Payment): boolean {
  return (receivedMinor ?? amountMinor) > 0;
}

/** Records money that pays nothing (`Surplus` or `Short`): the vendor gets a mail, and its owner may refund it. */
async function keepUndueMoney(
  tx: CommandTx,
  { payment, locked }: Pick<Ending, 'payment' | 'locked'>,
): Promise<void> {
  const { id: paymentId, subjectId, status, receivedMinor, receivedCurrency } = payment;
  tx.log.error(
    { paymentId, subjectId, status, receivedMinor, receivedCurrency },
    'money arrived that is not due: refund this payment',
  );
  const payable = tx.payments.payables[payment.subjectKind];
  if (locked === undefined) await payable?.orphaned?.(tx, payment);
  else await locked.undue(payment);
  const hasOwner = locked !== undefined || payable?.orphaned !== undefined;
  await mailAboutPayment(tx, payment, { isReturned: hasOwner && tx.account.settings.returnsUndueMoney });
}

const EVENTS = {
  Succeeded: 'payment.succeeded',
  Failed: 'payment.failed',
  Surplus: 'payment.surplus',
  Short: 'payment.short',
} as const satisfies Partial<Record<Payment['status'], PaymentJournalEvent['type']>>;

function recordEnd(tx: CommandTx, payment: Payment): void {
  const { id, status, subjectKind, subjectId } = payment;
  if (status === 'Pending' || payment.amountMinor === 0) return;
  const { provider, amountMinor, currency, receivedMinor, receivedCurrency, failure } = payment;
  recordPaymentEvent(tx, {
    type: EVENTS[status],
    subjects: { payment: id, [subjectKind.toLowerCase()]: subjectId },
    data: { provider, amountMinor, currency, receivedMinor, receivedCurrency, failure },
  });
}

function causeOf(report: PaymentState): Pick<PaymentFailure, 'advice' | 'isShopFault'> {
  if (report.kind !== 'Failed') return {};
  const { advice, isShopFault = false } = report;
  return { ...(advice !== undefined && { advice }), ...(isShopFault && { isShopFault }) };
}

function failureOf(
  { amountMinor, currency }: Payment,
  report: PaymentState,
  status: Payment['status'],
): string | null {
  if (report.kind === 'Failed') return report.reason;
  if (report.kind === 'Pending' || status === 'Succeeded') return null;
  return report.amountMinor === amountMinor && report.currency === currency ? null : MISMATCH;
}

/** The provider's facts about the money, and the amount received if it or its currency differs from what is due. */
function receipt(
  { amountMinor, currency }: Payment,
  report: PaymentState,
): Pick<Payment, 'receivedMinor' | 'receivedCurrency' | 'details'> {
  if (report.kind !== 'Succeeded') return { receivedMinor: null, receivedCurrency: null, details: null };
  const { details = null } = report;
  return report.amountMinor === amountMinor && report.currency === currency
    ? { receivedMinor: null, receivedCurrency: null, details }
    : { receivedMinor: report.amountMinor, receivedCurrency: report.currency, details };
}
