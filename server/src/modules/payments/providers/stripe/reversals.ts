import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import type { RefundStatus } from '../../domain/refund-state.ts';
import type {
  RefundAnswer,
  RefundRequest,
  ReportedDispute,
  ReportedRefund,
  Reversals,
} from '../../provider.ts';
import { fromProvider, toProvider } from './amounts.ts';
import { type Connection, connectionOf, withNextKey } from './client.ts';
import { StripeError } from './error.ts';
import { readMoney } from './read-payment.ts';
import type { SessionMoney } from './session-state.ts';

/** Our id of a refund, on the provider's object. */
const REFUND_FIELD = 'latchkey_refund';

/** The part of a refund that is tax on top of the payment, in minor units of ISO 4217, on the provider's object. */
const TAX_FIELD = 'latchkey_tax';

const PAGE = 100;

/** Refunds exactly the amount and its share of the tax that the provider added. */
export async function refund(ctx: Context, request: RefundRequest): Promise<RefundAnswer> {
  const connection = await connectionOf(ctx);
  const { intent, money } = await readMoney(ctx, connection, request.reference);
  if (intent === undefined) return refused('Stripe knows of no money that arrived with this payment.');
  const { refundId, amountMinor, taxMinor, currency } = request;
  const amount = toProvider(amountMinor + taxMinor, currency);
  if (amount === undefined || money.currency !== currency.toLowerCase())
    return refused(`Stripe cannot give back this amount in ${currency}.`);
  const metadata = { [REFUND_FIELD]: refundId, [TAX_FIELD]: String(taxMinor) };
  try {
    const reversal = await withNextKey(
      (number) =>
        connection.call((stripe) =>
          stripe.refunds.create(
            { payment_intent: intent.id, amount, metadata },
            { idempotencyKey: `${request.idempotencyKey}-${number}` },
          ),
        ),
      async () =>
        (await listRefunds(connection, intent)).find((other) => other.metadata?.[REFUND_FIELD] === refundId),
    );
    return { reference: reversal.id, ...outcomeOf(reversal) };
  } catch (error) {
    if (error instanceof StripeError && error.kind === 'Refused') return refused(error.message);
    throw error;
  }
}

/** All completed and possible reversals of a payment. */
export async function fetchReversals(ctx: Context, reference: string): Promise<Reversals> {
  const connection = await connectionOf(ctx);
  const { intent, money } = await readMoney(ctx, connection, reference);
  if (intent === undefined) return { refunds: [], disputes: [], warnings: [] };
  const query = { payment_intent: intent.id, limit: PAGE };
  const [refunds, disputes, warnings] = await Promise.all([
    listRefunds(connection, intent),
    connection.call((stripe) => stripe.disputes.list(query).autoPagingToArray({ limit: PAGE })),
    connection.call((stripe) =>
      stripe.radar.earlyFraudWarnings.list(query).autoPagingToArray({ limit: PAGE }),
    ),
  ]);
  const inquiries = disputes.filter(isInquiry);
  return {
    refunds: reportedRefunds(refunds, money),
    disputes: disputes
      .filter((dispute) => !isInquiry(dispute))
      .map((dispute) => reportedDispute(dispute, money)),
    warnings: [
      ...warnings.map(({ id, fraud_type }) => ({ reference: id, reason: fraud_type })),
      ...inquiries.map(({ id, reason }) => ({ reference: id, reason })),
    ],
  };
}

function listRefunds({ call }: Connection, { id }: Stripe.PaymentIntent): Promise<Stripe.Refund[]> {
  return call((stripe) =>
    stripe.refunds.list({ payment_intent: id, limit: PAGE }).autoPagingToArray({ limit: 10 * PAGE }),
  );
}

function withoutTax(amount: number, { charged, taxOnTop }: Omit<SessionMoney, 'currency'>): number {
  return Math.round((amount * (charged - taxOnTop)) / charged);
}

/**
 * Refunds, and their shares of the tax. Ours store theirs; the others get the remaining share of the running sum, so
 * that all of them add up to the tax of the payment.
 */
function reportedRefunds(refunds: readonly Stripe.Refund[], money: SessionMoney): ReportedRefund[] {
  const minorOf = (amount: number, currency: string) => fromProvider(amount, currency).amountMinor;
  const before = { sum: 0, tax: 0 };
  // Stripe lists the newest first, also within a second.
  return refunds
    .toReversed()
    .toSorted((a, b) => a.created - b.created)
    .map((reversal) => {
      const { metadata, currency } = reversal;
      const amount = minorOf(reversal.amount, currency);
      const charged = minorOf(money.charged, currency);
      const taxOnTop = minorOf(money.taxOnTop, currency);
      const sum = before.sum + amount;
      const dueTax = sum - withoutTax(sum, { charged, taxOnTop }) - before.tax;
      const taxMinor = Math.max(0, Math.min(amount - 1, taxOf(metadata) ?? dueTax));
      if (holdsMoney(reversal)) Object.assign(before, { sum, tax: before.tax + taxMinor });
      return {
        reference: reversal.id,
        refundId: metadata?.[REFUND_FIELD] ?? null,
        amountMinor: amount - taxMinor,
        currency: currency.toUpperCase(),
        taxMinor,
        ...outcomeOf(reversal),
      };
    });
}

/** The tax that we stored with a refund of ours. */
function taxOf(metadata: Stripe.Metadata | null): number | undefined {
  const text = metadata?.[TAX_FIELD];
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

function reportedDispute(
  { id, amount, currency, status, reason, livemode, evidence_details }: Stripe.Dispute,
  money: SessionMoney,
): ReportedDispute {
  const net = currency === money.currency ? withoutTax(amount, money) : amount;
  const dueBy = status.endsWith('needs_response') ? evidence_details.due_by : null;
  return {
    reference: id,
    ...fromProvider(net, currency),
    status: disputeStatus(status),
    reason,
    ...(dueBy !== null && { answerBy: new Date(dueBy * 1_000) }),
    url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}disputes/${id}`,
  };
}

/** An inquiry holds no money; a dispute may follow under the same id. */
function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_');
}

/** An appeal is open until the bank has decided about it, too. */
function disputeStatus(status: Stripe.Dispute.Status): ReportedDispute['status'] {
  if (status === 'won') return 'Won';
  return status === 'lost' || status === 'prevented' ? 'Lost' : 'Open';
}

function holdsMoney({ status }: Stripe.Refund): boolean {
  return status !== 'failed' && status !== 'canceled';
}

function outcomeOf({ status, failure_reason }: Stripe.Refund): { status: RefundStatus; failure?: string } {
  if (status === 'succeeded') return { status: 'Succeeded' };
  if (status !== 'failed' && status !== 'canceled') return { status: 'Pending' };
  const reason = failure_reason === undefined ? '' : ` (${failure_reason})`;
  return { status: 'Failed', failure: `Stripe could not give the money back${reason}.` };
}

function refused(failure: string): RefundAnswer {
  return { reference: null, status: 'Failed', failure };
}
