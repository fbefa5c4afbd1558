import { notFound } from '../../../../kernel/problem.ts';
import type { Context } from '../../../accounts/index.ts';
import { remainingMoney } from '../../domain/refundable.ts';
import { receiveEvents } from '../../provider-events/receive-events.ts';
import { pollReversals } from '../../reversals/reversals-job.ts';
import { readPayment } from '../../store.ts';
import { type SandboxReversal, signReversal } from './sandbox-reversals.ts';

/** A simulated event of a test payment. */
interface TestReversal {
  readonly paymentId: string;
  readonly reversal: SandboxReversal;
  /** In minor units of the payment's currency; default: the whole rest. */
  readonly amountMinor?: number | undefined;
}

/**
 * For developers: simulates an event of a test payment at its provider, which reports it like a real one. Raises
 * `NotFound` for other payments.
 */
export async function tryReversal(
  ctx: Context,
  { paymentId, reversal, amountMinor }: TestReversal,
): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  const money = payment && remainingMoney(payment);
  const message =
    payment &&
    money &&
    signReversal(ctx, payment, reversal, {
      amountMinor: amountMinor ?? money.leftMinor,
      currency: money.currency,
    });
  if (payment === undefined || message === undefined)
    throw notFound({ detail: `There is no test payment ${paymentId} that has arrived.` });
  await receiveEvents(ctx, payment.provider, message);
  await pollReversals(ctx, paymentId);
}
