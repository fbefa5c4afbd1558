import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../accounts/index.ts';
import { providerByName } from './find-provider.ts';
import type { PaymentParties } from './payable.ts';
import { PROVIDERS } from './providers/index.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { settlePayment } from './settle-payment.ts';
import { tellProvider } from './start-payment.ts';
import { readPayment } from './store.ts';
import type { Payment } from './tables.ts';

const SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** The time after the provider's own deadline: its state is then final. */
const GRACE_MS = 15 * 60_000;
const TIMEOUT_MESSAGE = 'The payment was not completed in time. Please try again.';

/** Dependencies that the composition root adds. */
interface PaymentPorts {
  readonly paymentParties: PaymentParties;
}

/**
 * The sweep of one payment: enqueued with the payment, and again each time it is still pending. It starts the payment
 * if a process died before it could, asks for its state, and repeats this until the payment has ended, at the latest at
 * its deadline: then the provider is told to cancel it, and it has failed. Money that arrives in spite of that still
 * counts. A provider that does not respond is asked again.
 *
 * With `isReported` it asks because of a report of the provider: until it responds, and once.
 */
export const settleJob = defineAccountJob(
  'payments.settle',
  Type.Object({ paymentId: Type.String(), isReported: Type.Optional(Type.Boolean()) }),
  async (ctx: Context & PaymentPorts, { paymentId, isReported }, job) => {
    const parties = ctx.paymentParties;
    if (isReported === true) return settlePayment(ctx, paymentId, parties);
    await lookAt(ctx, paymentId, parties);
    const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
    if (payment?.status !== 'Pending') return;
    if (isOver(ctx, payment)) return giveUp(ctx, payment, parties);
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await settleJob.enqueue(tx, { paymentId }, nextLook(ctx, payment));
    });
  },
);

async function lookAt(ctx: Context, paymentId: string, parties: PaymentParties): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  if (payment === undefined) return;
  try {
    if (payment.status === 'Pending' && payment.providerReference === null)
      await tellProvider(ctx, payment, parties);
    await settlePayment(ctx, paymentId, parties);
  } catch (error) {
    ctx.log.warn({ err: error, paymentId }, 'a payment provider does not respond');
  }
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

async function giveUp(ctx: Context, payment: Payment, parties: PaymentParties): Promise<void> {
  const { providers = PROVIDERS } = parties;
  try {
    if (payment.providerReference !== null) {
      await providerByName(payment.provider, providers)?.cancel(ctx, payment.providerReference);
      // It may have been paid while it was being ended.
      await settlePayment(ctx, payment.id, parties);
    }
  } catch (error) {
    ctx.log.warn(
      { err: error, paymentId: payment.id },
      'an expired payment could not be cancelled at its provider',
    );
  }
  await recordPaymentState(ctx, payment.id, { kind: 'Failed', reason: TIMEOUT_MESSAGE }, parties);
}
