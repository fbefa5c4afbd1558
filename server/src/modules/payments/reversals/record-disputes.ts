import type { CommandTx } from '../../accounts/index.ts';
import { remainingMoney } from '../domain/refundable.ts';
import { disputeStatusAfter, suspendsPurchase } from '../domain/refund-state.ts';
import { mailAboutDispute } from '../payment/vendor-mail.ts';
import { recordDisputeEvent, recordFraudWarning } from '../events.ts';
import type { LockedPayment } from '../payable.ts';
import type { ReportedDispute, ReportedWarning } from '../provider.ts';
import type { Dispute, Payment } from '../tables.ts';
import {
  disputesOfPayment,
  insertDispute,
  insertWarning,
  writeDisputeAnswer,
  writeDisputeStatus,
} from './store-disputes.ts';
import { bookRefund, settleRefund } from './settle-refund.ts';
import { refundsOfPayment } from './store-refunds.ts';

/** `Later`: something is not final, or waits for something else, so the provider has to be queried again. */
export type ReversalsOutcome = 'Done' | 'Later';

/**
 * Records disputes reported by their provider. While one is open or lost, the subject lacks what the payment bought;
 * once all are won it is restored. A lost one is a refund, which fails if the dispute is won on appeal. A merchant of
 * record handles its disputes itself: they are only shown, and its money is recorded as a separate refund.
 *
 * Returns `Later` when a loss could not be recorded: pending refunds hold its money, and one of them will fail.
 */
export async function recordDisputes(
  tx: CommandTx,
  { payment, locked }: LockedPayment,
  reports: readonly ReportedDispute[],
): Promise<ReversalsOutcome> {
  let current = payment;
  const before = await disputesOfPayment(tx, payment);
  const disputes = new Map(before.map((dispute) => [dispute.providerReference, dispute]));
  for (const report of reports) {
    const dispute = disputes.get(report.reference);
    const next = dispute === undefined ? openDispute(tx, payment, report) : noteAnswer(tx, dispute, report);
    disputes.set(report.reference, await next);
  }
  const { losses, victories, outcome } = await decideDisputes(tx, payment, disputes, reports);
  const after = [...disputes.values()];
  if (suspendsPurchase(after) && !suspendsPurchase(before)) await locked?.suspended(payment);
  for (const dispute of victories) current = await takeLossBack(tx, { payment: current, locked }, dispute);
  for (const dispute of losses) current = await bookLoss(tx, { payment: current, locked }, dispute);
  if (suspendsPurchase(before) && !suspendsPurchase(after)) await locked?.restored(payment);
  return outcome;
}

/**
 * Records the decisions of the reports in `disputes`, and returns those that take money of the payment (`losses`) or
 * return it after a loss (`victories`). A loss waits while pending refunds hold its money: the provider no longer has
 * it, so one of them will fail.
 */
async function decideDisputes(
  tx: CommandTx,
  payment: Payment,
  disputes: Map<string, Dispute>,
  reports: readonly ReportedDispute[],
): Promise<{
  readonly losses: readonly Dispute[];
  readonly victories: readonly Dispute[];
  readonly outcome: ReversalsOutcome;
}> {
  const refunds = await refundsOfPayment(tx, payment);
  const hasPending = refunds.some(({ status }) => status === 'Pending');
  const losses: Dispute[] = [];
  const victories: Dispute[] = [];
  let outcome: ReversalsOutcome = 'Done';
  let leftMinor = remainingMoney(payment)?.leftMinor ?? 0;
  for (const report of reports) {
    const dispute = disputes.get(report.reference);
    const status = dispute && disputeStatusAfter(dispute.status, report.status);
    if (dispute === undefined || status === undefined || status === dispute.status) continue;
    const isLoss = status === 'Lost' && dispute.handledBy === 'Vendor';
    if (isLoss && hasPending && dispute.amountMinor > leftMinor) {
      outcome = 'Later';
      continue;
    }
    const decided = await decideDispute(tx, dispute, status);
    disputes.set(report.reference, decided);
    if (dispute.status === 'Lost') victories.push(decided);
    if (!isLoss) continue;
    leftMinor -= decided.amountMinor;
    losses.push(decided);
  }
  return { losses, victories, outcome };
}

async function openDispute(
  tx: CommandTx,
  payment: Payment,
  { reference, status, amountMinor, currency, reason, answerBy, url }: ReportedDispute,
): Promise<Dispute> {
  const { accountId, id: paymentId, subjectKind, subjectId, terms } = payment;
  const dispute: Dispute = {
    accountId,
    id: tx.ids.guid(),
    paymentId,
    subjectKind,
    subjectId,
    providerReference: reference,
    status: 'Open',
    handledBy: terms?.merchantOfRecord === true ? 'Provider' : 'Vendor',
    amountMinor,
    currency,
    reason,
    answerBy: answerBy ?? null,
    providerUrl: url ?? null,
    createdAt: tx.clock.now(),
    resolvedAt: null,
  };
  await insertDispute(tx, dispute);
  recordDisputeEvent(tx, 'dispute.opened', dispute);
  // A merchant of record answers it, and one that is decided already has no answer.
  if (dispute.handledBy === 'Vendor' && status === 'Open') await mailAboutDispute(tx, dispute);
  tx.log.warn(
    { disputeId: dispute.id, paymentId, subjectId, amountMinor, currency, reason },
    'a payment is disputed: answer at the payment provider',
  );
  return dispute;
}

/** Until when a dispute can be answered, and where: it changes when evidence was handed in, and with an appeal. */
async function noteAnswer(
  tx: CommandTx,
  dispute: Dispute,
  { answerBy, url }: ReportedDispute,
): Promise<Dispute> {
  const answer = { answerBy: answerBy ?? null, providerUrl: url ?? dispute.providerUrl };
  const isSame =
    answer.providerUrl === dispute.providerUrl && answer.answerBy?.getTime() === dispute.answerBy?.getTime();
  if (isSame) return dispute;
  await writeDisputeAnswer(tx, dispute, answer);
  return { ...dispute, ...answer };
}

async function decideDispute(tx: CommandTx, dispute: Dispute, status: Dispute['status']): Promise<Dispute> {
  const decided = { ...dispute, status, resolvedAt: tx.clock.now() };
  await writeDisputeStatus(tx, dispute, decided);
  recordDisputeEvent(tx, status === 'Won' ? 'dispute.won' : 'dispute.lost', decided);
  return decided;
}

/** The amount of a lost dispute: at most the rest of the payment. */
async function bookLoss(
  tx: CommandTx,
  { payment, locked }: LockedPayment,
  { id: disputeId, amountMinor, currency }: Dispute,
): Promise<Payment> {
  const money = remainingMoney(payment);
  const lostMinor = Math.min(amountMinor, money?.leftMinor ?? 0);
  if (money === undefined || lostMinor <= 0 || currency !== money.currency) {
    tx.log.error(
      { disputeId, paymentId: payment.id, amountMinor, currency, ...money },
      'a dispute was lost, and nothing is left of its payment in this currency',
    );
    return payment;
  }
  const facts = { origin: 'Dispute', status: 'Succeeded', amountMinor: lostMinor, disputeId } as const;
  return bookRefund(tx, { payment, locked, ...money }, facts);
}

/** The bank has returned the money of a lost dispute: its refund did not last. */
async function takeLossBack(
  tx: CommandTx,
  { payment, locked }: LockedPayment,
  { id }: Dispute,
): Promise<Payment> {
  const refund = (await refundsOfPayment(tx, payment)).find(
    ({ disputeId, status }) => disputeId === id && status === 'Succeeded',
  );
  if (refund === undefined) return payment;
  const failure = 'The dispute was won on appeal.';
  return settleRefund(tx, { refund, payment, locked }, { reference: null, status: 'Failed', failure });
}

/** Records fraud warnings, each once: they change nothing, and the vendor sees them. */
export async function recordWarnings(
  tx: CommandTx,
  payment: Payment,
  reports: readonly ReportedWarning[],
): Promise<void> {
  const { accountId, id: paymentId, subjectKind, subjectId } = payment;
  for (const { reference: providerReference, reason } of reports) {
    const createdAt = tx.clock.now();
    const warning = { accountId, paymentId, providerReference, subjectKind, subjectId, reason, createdAt };
    if (!(await insertWarning(tx, warning))) continue;
    recordFraudWarning(tx, payment, reason);
    tx.log.warn({ paymentId, subjectId, reason }, 'the issuer of a card suspects fraud');
  }
}
