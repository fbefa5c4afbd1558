import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import { askProvider, logNoAnswerOfJob, NoAnswer } from '../ask-provider.ts';
import { providerByName } from '../find-provider.ts';
import type { PaymentParties } from '../payable.ts';
import { PROVIDERS } from '../providers/index.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { settleOrEnd } from './settle-or-end.ts';
import { settlePayment } from './settle-payment.ts';
import { callProvider, recordStart } from './start-payment.ts';
import { isPaidByAnother, readPayment, readPending } from '../store.ts';
import type { Payment, PaymentSubject } from '../tables.ts';

const SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** The time after the provider's own deadline: its state is then final. */
const GRACE_MS = 15 * 60_000;
const TIMEOUT_MESSAGE = 'The payment was not completed in time. Please try again.';
const SUPERFLUOUS_MESSAGE = 'Another payment has paid for this.';

/** Dependencies that the composition root adds. */
interface PaymentPorts {
  readonly paymentParties: PaymentParties;
}

/**
 * The follow-up of a payment: enqueued with the payment, and again each time it is still pending. It starts the payment
 * if a process died before it could, queries its state, and repeats this until the payment has ended. After its
 * deadline, or once another payment has paid, it cancels the payment at the provider, and the payment fails when the
 * provider has confirmed that: while the provider does not respond, money may have arrived, and the payment stays
 * pending. Money that arrives in spite of that still counts. Without the provider's confirmation, a payment fails only
 * if the account is no longer connected to its provider, or if the provider does not have it: see `settleOrEnd`.
 *
 * With `isReported` it queries because of a report of the provider: until the provider responds, and once.
 */
export const settleJob = defineAccountJob(
  'payments.settle',
  Type.Object({ paymentId: Type.String(), isReported: Type.Optional(Type.Boolean()) }),
  async (ctx: Context & PaymentPorts, { paymentId, isReported = false }, job) => {
    const parties = ctx.paymentParties;
    const read = () => readPayment(ctx.database.reader, ctx.account.id, paymentId);
    const payment = await read();
    if (payment === undefined) return;
    if (isReported) {
      const isSettled = await succeeds(ctx, payment, () => settleOrEnd(ctx, paymentId, parties));
      if (isSettled || !(await isConnected(ctx, payment, parties))) return;
    } else {
      await sweep(ctx, payment, parties);
      if ((await read())?.status !== 'Pending') return;
    }
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await settleJob.enqueue(tx, { paymentId, ...(isReported && { isReported }) }, nextLook(ctx, payment));
    });
  },
);

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
    if (!(error instanceof NoAnswer))
      ctx.log.error({ err: error, paymentId }, 'the state of a payment could not be recorded');
    else if (isOver(ctx, payment))
      logNoAnswerOfJob(ctx, error, { paymentId }, { text: OVERDUE, isUrgent: true });
    else logNoAnswerOfJob(ctx, error, { paymentId });
    return false;
  }
}

const OVERDUE =
  'a payment provider does not respond: the payment is past its deadline and stays as it is until the provider does';

async function sweep(ctx: Context, payment: Payment, parties: PaymentParties): Promise<void> {
  if (payment.status !== 'Pending') return;
  const isFresh = await succeeds(ctx, payment, () => lookAt(ctx, payment, parties));
  if (isFresh || !(await mayHoldMoney(ctx, payment, parties)))
    await succeeds(ctx, payment, () => endInTime(ctx, payment.id, parties));
}

async function lookAt(ctx: Context, payment: Payment, parties: PaymentParties): Promise<void> {
  if (payment.providerReference === null) {
    const answer = await callProvider(ctx, payment, parties);
    await recordStart(ctx, payment, answer, parties);
  }
  await settleOrEnd(ctx, payment.id, parties);
}

/** Ends a pending payment that has a reason to end: at its provider first. */
async function endInTime(ctx: Context, paymentId: string, parties: PaymentParties): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  const reason = payment && (await reasonToEnd(ctx, payment));
  if (payment === undefined || reason === undefined) return;
  const { provider: name, providerReference: reference } = payment;
  if (reference !== null && (await isConnected(ctx, payment, parties))) {
    const provider = providerByName(name, parties.providers ?? PROVIDERS);
    await askProvider(async () => provider?.cancel(ctx, reference));
    // It may have been paid while it was being ended, or a bank may need more time.
    await settlePayment(ctx, paymentId, parties);
    const rest = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
    if (rest === undefined || (await reasonToEnd(ctx, rest)) === undefined) return;
  }
  await recordPaymentState(ctx, paymentId, { kind: 'Failed', reason }, parties);
}

/** The reason to end a pending payment now; `undefined` when there is none. */
async function reasonToEnd(ctx: Context, payment: Payment): Promise<string | undefined> {
  if (payment.status !== 'Pending') return undefined;
  if (isOver(ctx, payment)) return TIMEOUT_MESSAGE;
  return (await isPaidByAnother(ctx.database.reader, payment)) ? SUPERFLUOUS_MESSAGE : undefined;
}

/** Whether its buyer may have paid: without a reference, no buyer was sent to the provider. */
async function mayHoldMoney(ctx: Context, payment: Payment, parties: PaymentParties): Promise<boolean> {
  return payment.providerReference !== null && isConnected(ctx, payment, parties);
}

/** Whether the provider can be queried at all: the vendor may have disconnected it, although payments were pending. */
async function isConnected(
  ctx: Context,
  { provider: name }: Payment,
  { providers = PROVIDERS }: PaymentParties,
): Promise<boolean> {
  return (await providerByName(name, providers)?.isReady(ctx)) ?? false;
}

function isOver({ clock }: Context, { expiresAt }: Payment): boolean {
  return clock.now().getTime() >= expiresAt.getTime() + GRACE_MS;
}

/** Soon while the payment is young, later and later as it ages. */
function nextLook({ clock }: Context, { createdAt }: Payment): Date {
  const now = clock.now().getTime();
  const age = now - createdAt.getTime();
  return new Date(now + Math.min(Math.max(age, SHORTEST_WAIT_MS), LONGEST_WAIT_MS));
}
