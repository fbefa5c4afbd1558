import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { findProvider } from '../find-provider.ts';
import { lockWithSubject } from '../payable.ts';
import { isGone } from '../payment/settle-payment.ts';
import { ProviderError } from '../provider-error.ts';
import type { PaymentProvider, Reversals } from '../provider.ts';
import { readPayment } from '../store.ts';
import type { Refund } from '../tables.ts';
import type { ReversalsOutcome } from './record-disputes.ts';
import { bookReversals } from './record-reversals.ts';
import { reversalsJob } from './reversals-job.ts';
import { type RefundReport, settleRefund } from './settle-refund.ts';
import { readRefund } from './store-refunds.ts';

/**
 * The second phase of a refund: performs it at the provider, outside any transaction, and records the response. For a
 * refund of nothing no provider is called. Does nothing for a refund that is not pending. Rejects with `ProviderError`
 * when the provider does not respond; the job of the refund repeats the call.
 */
export async function performRefund(
  ctx: Context,
  refundId: string,
  { isRepeated = false }: { readonly isRepeated?: boolean } = {},
): Promise<void> {
  const { reader } = ctx.database;
  const refund = await readRefund(reader, ctx.account.id, refundId);
  if (refund?.status !== 'Pending') return;
  if (refund.amountMinor === 0) return recordOutcome(ctx, refund, NOTHING_MOVED);
  const payment = await readPayment(reader, ctx.account.id, refund.paymentId);
  if (payment === undefined) throw new Error(`refund ${refundId} is of no payment`);
  const provider = findProvider(ctx, payment.provider);
  const reference = payment.providerReference;
  if (provider === undefined || reference === null)
    throw new Error(`no payment provider can refund payment ${payment.id}`);
  let outcome: ReversalsOutcome = 'Done';
  if (isRepeated || refund.providerReference !== null) {
    // A provider remembers the key of a call for about a day, but refunds forever.
    const reversals = await provider.fetchReversals(ctx, reference);
    outcome = await recordNews(ctx, refund, reversals);
    const isAtProvider = reversals.refunds.some((reported) => reported.refundId === refundId);
    if (isAtProvider || refund.providerReference !== null) return;
  }
  const report = await refundAt(ctx, provider, { refund, reference });
  // Somebody may have made the refund at the provider, and its event was lost.
  const needsPoll = outcome === 'Later' || report.status === 'Failed';
  await recordOutcome(ctx, refund, { report, needsPoll });
}

/**
 * `performRefund` from its job. A refund fails if the provider still does not have the payment a day after the refund
 * began: see `isGone`. The vendor then returns the money in another way.
 */
export async function performOrFailRefund(ctx: Context, refundId: string): Promise<void> {
  try {
    await performRefund(ctx, refundId, { isRepeated: true });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'Missing') throw error;
    const { reader } = ctx.database;
    const refund = await readRefund(reader, ctx.account.id, refundId);
    const payment = refund && (await readPayment(reader, ctx.account.id, refund.paymentId));
    if (refund === undefined || payment === undefined) throw error;
    if (!(await isGone(ctx, payment, refund.createdAt))) throw error;
    await recordOutcome(ctx, refund, { report: NOT_REFUNDABLE, needsPoll: false });
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
): Promise<ReversalsOutcome> {
  return transaction(ctx, async (tx) => {
    const outcome = await bookReversals(tx, paymentId, reversals);
    const isPending = (await readRefund(tx, tx.account.id, id))?.status === 'Pending';
    if (outcome === 'Later' && !isPending) await reversalsJob.enqueue(tx, { paymentId });
    return outcome;
  });
}

/** The second phase of a refund whose money the vendor has returned in another way: no provider is called. */
export async function completeElsewhere(
  tx: CommandTx,
  { id, paymentId, isElsewhere }: Refund,
): Promise<void> {
  const place = await lockWithSubject(tx, paymentId);
  const refund = await readRefund(tx, tx.account.id, id);
  if (place === undefined || refund === undefined || isElsewhere !== true)
    throw new Error(`the money of refund ${id} was not returned in another way`);
  await settleRefund(tx, { ...place, refund }, NOTHING_MOVED.report);
}

const NOTHING_MOVED: RefundOutcome = { report: { reference: null, status: 'Succeeded' }, needsPoll: false };

function refundAt(
  ctx: Context,
  provider: PaymentProvider,
  { refund, reference }: { readonly refund: Refund; readonly reference: string },
): Promise<RefundReport> {
  const { id, amountMinor, currency, taxMinor } = refund;
  return provider.refund(ctx, {
    reference,
    refundId: id,
    idempotencyKey: `refund-${id}`,
    amountMinor,
    currency,
    taxMinor,
  });
}

interface RefundOutcome {
  readonly report: RefundReport;
  /** There may be other reversals of the payment. */
  readonly needsPoll: boolean;
}

async function recordOutcome(
  ctx: Context,
  { id, paymentId }: Refund,
  { report, needsPoll }: RefundOutcome,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const place = await lockWithSubject(tx, paymentId);
    const refund = await readRefund(tx, tx.account.id, id);
    if (place === undefined || refund === undefined) return;
    await settleRefund(tx, { ...place, refund }, report);
    if (needsPoll) await reversalsJob.enqueue(tx, { paymentId });
  });
}
