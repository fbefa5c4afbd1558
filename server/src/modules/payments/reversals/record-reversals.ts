import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { remainingMoney } from '../domain/refundable.ts';
import { type LockedPayment, lockWithSubject } from '../payable.ts';
import type { ReportedRefund, Reversals } from '../provider.ts';
import type { Payment, Refund } from '../tables.ts';
import { recordDisputes, recordWarnings, type ReversalsOutcome } from './record-disputes.ts';
import { bookRefund, settleRefund } from './settle-refund.ts';
import { refundsOfPayment } from './store-refunds.ts';

/**
 * Records the reversals of a payment that a provider reports: refunds made there like our own, once, and disputes. Any
 * number of times, in any order. The subject of the payment reacts in the same transaction.
 */
export function recordReversals(
  ctx: Context,
  paymentId: string,
  reversals: Reversals,
): Promise<ReversalsOutcome> {
  return transaction(ctx, (tx) => bookReversals(tx, paymentId, reversals));
}

/** `recordReversals` as a part of a transaction. `Later` when the provider has to be queried again. */
export async function bookReversals(
  tx: CommandTx,
  paymentId: string,
  reversals: Reversals,
): Promise<ReversalsOutcome> {
  const place = await lockWithSubject(tx, paymentId);
  if (place === undefined) return 'Done';
  // Money that has not arrived cannot be returned; the payment is polled, too.
  if (remainingMoney(place.payment) === undefined)
    return place.payment.status === 'Pending' && hasReports(reversals) ? 'Later' : 'Done';
  // A purchase can only be taken back once it was delivered.
  if (place.locked?.isFulfilling === true) return 'Later';
  const { payment, outcome, mustStop } = await recordRefunds(tx, place, reversals.refunds);
  if (mustStop) return 'Later';
  const decision = await recordDisputes(tx, { ...place, payment }, reversals.disputes);
  await recordWarnings(tx, payment, reversals.warnings);
  return outcome === 'Later' ? outcome : decision;
}

function hasReports({ refunds, disputes }: Reversals): boolean {
  return refunds.length > 0 || disputes.length > 0;
}

async function recordRefunds(
  tx: CommandTx,
  { payment, locked }: LockedPayment,
  reports: readonly ReportedRefund[],
): Promise<{ readonly payment: Payment; readonly outcome: ReversalsOutcome; readonly mustStop: boolean }> {
  let current = payment;
  let outcome: ReversalsOutcome = 'Done';
  for (const report of reports) {
    const refunds = await refundsOfPayment(tx, current);
    const refund = refunds.find(({ id, providerReference }) =>
      providerReference === null ? id === report.refundId : providerReference === report.reference,
    );
    if (refund !== undefined) {
      current = await settleRefund(tx, { refund, payment: current, locked }, report);
      const isNews = refund.status !== 'Failed' && report.status === 'Failed';
      // The subject may be in delivery again: other reversals wait until it is delivered.
      if (isNews) return { payment: current, outcome: 'Later', mustStop: true };
    } else if (report.status !== 'Failed') {
      const booked = await bookReport(tx, { payment: current, locked, refunds }, report);
      if (booked === 'Later') outcome = 'Later';
      else current = booked;
    }
    if (report.status === 'Pending') outcome = 'Later';
  }
  return { payment: current, outcome, mustStop: false };
}

/**
 * Records a refund that was made at the provider. `Later` while it may be one of ours whose response is not recorded,
 * or while ours hold the money: the provider then refuses ours.
 */
async function bookReport(
  tx: CommandTx,
  { payment, locked, refunds }: LockedPayment & { readonly refunds: readonly Refund[] },
  { reference, amountMinor, currency, status, taxMinor }: ReportedRefund,
): Promise<Payment | 'Later'> {
  const ours = refunds.filter((refund) => refund.status === 'Pending' && refund.providerReference === null);
  const money = remainingMoney(payment);
  if (money === undefined) return payment;
  const isTooMuch = amountMinor > money.leftMinor;
  if (ours.some((refund) => isTooMuch || refund.amountMinor === amountMinor)) return 'Later';
  if (isTooMuch || currency !== money.currency)
    tx.log.error(
      { ...money, paymentId: payment.id, reference, amountMinor, reportedCurrency: currency },
      'the provider has given back more of a payment than is left, or another currency',
    );
  const bookedMinor = Math.min(amountMinor, money.leftMinor);
  if (bookedMinor <= 0 || currency !== money.currency) return payment;
  return bookRefund(
    tx,
    { payment, locked, ...money },
    {
      origin: 'Provider',
      status,
      amountMinor: bookedMinor,
      providerReference: reference,
    },
    isTooMuch ? undefined : taxMinor,
  );
}
