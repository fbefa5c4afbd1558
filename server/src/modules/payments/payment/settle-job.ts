import { Type } from '../../../kernel/schema.ts';
import type { Job } from '../../../platform/jobs/job-run.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import { backoff } from '../backoff.ts';
import { findProvider } from '../find-provider.ts';
import { logProviderErrorOfJob, ProviderError } from '../provider-error.ts';
import { isPaidByAnother, readPayment, readPending } from '../store.ts';
import type { Payment, PaymentSubject } from '../tables.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { settleOrFail, settlePayment } from './settle-payment.ts';
import { callProvider, isAttempted, isCharge } from './call-provider.ts';
import { recordStart } from './start-payment.ts';

const LONGEST_WAIT_MS = 3_600_000;
/** The time after the provider's own deadline: its state is then final. */
const GRACE_MS = 15 * 60_000;
const TIMEOUT_MESSAGE = 'The payment was not completed in time. Please try again.';
const SUPERFLUOUS_MESSAGE = 'Another payment has paid for this.';

/**
 * The follow-up of a payment: enqueued with the payment, and again each time it is still pending. It starts the payment
 * if a process died before it could, queries its state, and repeats this until the payment has ended. After its
 * deadline, or once another payment has paid, it cancels the payment at the provider, and the payment fails when the
 * provider has confirmed that: while the provider does not respond, money may have arrived, and the payment stays
 * pending. Money that arrives anyway still counts. Without the provider's confirmation, a payment fails only
 * if the account is no longer connected to its provider, or if the provider does not have it: see `settleOrFail`.
 *
 * With `isReported` it queries because of a report of the provider: until the provider responds, and once.
 */
export const settleJob = defineAccountJob(
  'payments.settle',
  Type.Object({ paymentId: Type.String(), isReported: Type.Optional(Type.Boolean()) }),
  async (ctx: Context, { paymentId, isReported = false }, job) => {
    const read = () => readPayment(ctx.database.reader, ctx.account.id, paymentId);
    const payment = await read();
    if (payment === undefined) return;
    if (isReported) {
      const isSettled = await succeeds(ctx, payment, () => settleOrFail(ctx, paymentId));
      if (isSettled || !(await isConnected(ctx, payment))) return;
    } else {
      const firstPoll = await waitingUntil(ctx, payment);
      if (firstPoll !== undefined) return settleAgain(ctx, job, { paymentId }, firstPoll);
      await followUp(ctx, payment);
      if ((await read())?.status !== 'Pending') return;
    }
    const nextPoll = backoff(ctx, payment.createdAt, LONGEST_WAIT_MS);
    await settleAgain(ctx, job, { paymentId, ...(isReported && { isReported }) }, nextPoll);
  },
);

/** Lets the job run again at a time, in the transaction that finishes this run. */
async function settleAgain(
  ctx: Context,
  job: Pick<Job, 'finish'>,
  payload: { readonly paymentId: string; readonly isReported?: boolean },
  at: Date,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await job.finish(tx);
    await settleJob.enqueue(tx, payload, at);
  });
}

/**
 * When a payment that was started is polled for the first time; `undefined` once that is due, and for one that nobody
 * has started, as after the death of its process.
 */
async function waitingUntil(ctx: Context, payment: Payment): Promise<Date | undefined> {
  if (payment.status !== 'Pending' || payment.providerReference === null) return undefined;
  const silenceMs = (await findProvider(ctx, payment.provider)?.capabilities(ctx))?.silenceMs ?? 0;
  const firstPoll = new Date(payment.createdAt.getTime() + silenceMs);
  if (ctx.clock.now() >= firstPoll) return undefined;
  return (await isPaidByAnother(ctx.database.reader, payment)) ? undefined : firstPoll;
}

/**
 * Schedules the end of a pending payment of a subject that another payment has just paid, so that nobody pays twice.
 * The caller holds the lock of the subject.
 */
export async function stopPending(tx: CommandTx, subject: PaymentSubject): Promise<void> {
  const pending = await readPending(tx, tx.account.id, subject);
  if (pending !== undefined) await settleJob.enqueue(tx, { paymentId: pending.id });
}

/** Whether the work succeeded. A failure is logged, and the job repeats the work. */
async function succeeds(ctx: Context, payment: Payment, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const paymentId = payment.id;
    if (!(error instanceof ProviderError))
      ctx.log.error({ err: error, paymentId }, 'the state of a payment could not be recorded');
    else if (isOver(ctx, payment))
      logProviderErrorOfJob(ctx, error, { paymentId }, { text: OVERDUE, isUrgent: true });
    else logProviderErrorOfJob(ctx, error, { paymentId });
    return false;
  }
}

const OVERDUE =
  'a payment provider does not respond: the payment is past its deadline and stays as it is until the provider does';

async function followUp(ctx: Context, payment: Payment): Promise<void> {
  if (payment.status !== 'Pending') return;
  const isPolled = await succeeds(ctx, payment, () => poll(ctx, payment));
  if (isPolled || !(await mayHoldMoney(ctx, payment)))
    await succeeds(ctx, payment, () => cancelIfOver(ctx, payment.id));
}

/** Starts the payment if a process died before it could, and settles it. */
async function poll(ctx: Context, payment: Payment): Promise<void> {
  if (payment.providerReference === null) await recordStart(ctx, payment, await callProvider(ctx, payment));
  await settleOrFail(ctx, payment.id);
}

/** Cancels a pending payment that has a reason to end: at its provider first. */
async function cancelIfOver(ctx: Context, paymentId: string): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  const reason = payment && (await reasonToCancel(ctx, payment));
  if (payment === undefined || reason === undefined) return;
  const { provider: name, providerReference: reference } = payment;
  if (reference !== null && (await isConnected(ctx, payment))) {
    await findProvider(ctx, name)?.cancel(ctx, reference);
    // It may have been paid while it was being cancelled, or a bank may need more time.
    await settlePayment(ctx, paymentId);
    const rest = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
    if (rest === undefined || (await reasonToCancel(ctx, rest)) === undefined) return;
  }
  await recordPaymentState(ctx, paymentId, { kind: 'Failed', reason, isShopFault: isCharge(payment) });
}

/** The reason to cancel a pending payment now; `undefined` when there is none. */
async function reasonToCancel(ctx: Context, payment: Payment): Promise<string | undefined> {
  if (payment.status !== 'Pending') return undefined;
  if (isOver(ctx, payment)) return TIMEOUT_MESSAGE;
  return (await isPaidByAnother(ctx.database.reader, payment)) ? SUPERFLUOUS_MESSAGE : undefined;
}

/**
 * Whether it may have been paid: without a reference, no buyer was sent to the provider, but a saved method may have been
 * charged.
 */
async function mayHoldMoney(ctx: Context, { id }: Payment): Promise<boolean> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, id);
  const isAsked = payment !== undefined && (payment.providerReference !== null || isAttempted(payment));
  return isAsked && isConnected(ctx, payment);
}

/** Whether the provider can be queried at all: the vendor may have disconnected it, although payments were pending. */
async function isConnected(ctx: Context, { provider }: Payment): Promise<boolean> {
  return (await findProvider(ctx, provider)?.isReady(ctx)) ?? false;
}

function isOver({ clock }: Context, { expiresAt }: Payment): boolean {
  return clock.now().getTime() >= expiresAt.getTime() + GRACE_MS;
}
