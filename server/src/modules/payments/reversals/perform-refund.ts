import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { askProvider, NoAnswer } from '../ask-provider.ts';
import { providerByName } from '../find-provider.ts';
import { isGone } from '../payment/missing-payment.ts';
import type { PaymentParties } from '../payable.ts';
import type { PaymentProvider, Reversals } from '../provider.ts';
import { PROVIDERS } from '../providers/index.ts';
import { readPayment } from '../store.ts';
import type { Refund } from '../tables.ts';
import { lockWithSubject } from '../lock-payment.ts';
import { bookReversals } from './record-reversals.ts';
import { reversalsJob } from './reversals-job.ts';
import type { ReversalsOutcome } from './reversals-outcome.ts';
import { type RefundReport, settleRefund } from './settle-refund.ts';
import { readRefund } from './store-refunds.ts';

/**
 * The second phase of a refund: performs it at the provider, outside any transaction, and records the response. For a
 * refund of nothing no provider is called. Does nothing for a refund that is not pending. Rejects with `NoAnswer` when
 * the provider does not respond; the job of the refund repeats the call.
 */
export async function performRefund(
  ctx: Context,
  refundId: string,
  parties: PaymentParties,
  { isRepeated = false }: { readonly isRepeated?: boolean } = {},
): Promise<void> {
  const { reader } = ctx.database;
  const refund = await readRefund(reader, ctx.account.id, refundId);
  if (refund?.status !== 'Pending') return;
  if (refund.amountMinor === 0) return recordAnswer(ctx, refund, NOTHING_MOVED, parties);
  const payment = await readPayment(reader, ctx.account.id, refund.paymentId);
  if (payment === undefined) throw new Error(`refund ${refundId} is of no payment`);
  const provider = providerByName(payment.provider, parties.providers ?? PROVIDERS);
  const reference = payment.providerReference;
  if (provider === undefined || reference === null)
    throw new Error(`no payment provider can refund payment ${payment.id}`);
  let outcome: ReversalsOutcome = 'Done';
  if (isRepeated || refund.providerReference !== null) {
    // A provider remembers the key of a call for about a day, but refunds forever.
    const reversals = await askProvider(() => provider.fetchReversals(ctx, reference));
    outcome = await recordNews(ctx, refund, reversals, parties);
    const isAtProvider = reversals.refunds.some((reported) => reported.refundId === refundId);
    if (isAtProvider || refund.providerReference !== null) return;
  }
  const word = await giveBack(ctx, provider, { refund, reference });
  // Somebody may have made the refund at the provider, and its event was lost.
  const mustLook = outcome === 'Later' || word.status === 'Failed';
  await recordAnswer(ctx, refund, { word, mustLook }, parties);
}

/**
 * `performRefund` from its job. A refund fails if the provider still does not have the payment a day after the refund
 * began: see `isGone`. The vendor then returns the money in another way.
 */
export async function performOrEndRefund(
  ctx: Context,
  refundId: string,
  parties: PaymentParties,
): Promise<void> {
  try {
    await performRefund(ctx, refundId, parties, { isRepeated: true });
  } catch (error) {
    const { reader } = ctx.database;
    const isMissing = error instanceof NoAnswer && error.isMissing;
    const refund = isMissing ? await readRefund(reader, ctx.account.id, refundId) : undefined;
    const payment = refund && (await readPayment(reader, ctx.account.id, refund.paymentId));
    if (refund === undefined || payment === undefined) throw error;
    if (!(await isGone(ctx, payment, refund.createdAt, parties))) throw error;
    await recordAnswer(ctx, refund, { word: NOT_REFUNDABLE, mustLook: false }, parties);
  }
}

const NOT_REFUNDABLE: RefundReport = {
  reference: null,
  status: 'Failed',
  failure: 'The payment provider no longer has this payment. Return the money in another way.',
};

/**
 * Records the reversals of a refund's payment. While the refund is pending, its job polls again; reversals that are
 * still not final when the refund ends need a separate job.
 */
function recordNews(
  ctx: Context,
  { id, paymentId }: Refund,
  reversals: Reversals,
  parties: PaymentParties,
): Promise<ReversalsOutcome> {
  return transaction(ctx, async (tx) => {
    const outcome = await bookReversals(tx, paymentId, reversals, parties);
    const isPending = (await readRefund(tx, tx.account.id, id))?.status === 'Pending';
    if (outcome === 'Later' && !isPending) await reversalsJob.enqueue(tx, { paymentId });
    return outcome;
  });
}

const NOTHING_MOVED: ProviderAnswer = { word: { reference: null, status: 'Succeeded' }, mustLook: false };

function giveBack(
  ctx: Context,
  provider: PaymentProvider,
  { refund, reference }: { readonly refund: Refund; readonly reference: string },
): Promise<RefundReport> {
  const { id, amountMinor, currency, taxMinor } = refund;
  const request = {
    reference,
    refundId: id,
    idempotencyKey: `refund-${id}`,
    amountMinor,
    currency,
    taxMinor,
  };
  return askProvider(() => provider.refund(ctx, request));
}

interface ProviderAnswer {
  readonly word: RefundReport;
  /** There may be other reversals of the payment. */
  readonly mustLook: boolean;
}

async function recordAnswer(
  ctx: Context,
  { id, paymentId }: Refund,
  { word, mustLook }: ProviderAnswer,
  parties: PaymentParties,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const place = await lockWithSubject(tx, paymentId, parties);
    const refund = await readRefund(tx, tx.account.id, id);
    if (place === undefined || refund === undefined) return;
    await settleRefund(tx, { ...place, refund }, word);
    if (mustLook) await reversalsJob.enqueue(tx, { paymentId });
  });
}
