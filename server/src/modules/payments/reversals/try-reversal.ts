import { notFound } from '../../../kernel/problem.ts';
import type { Context } from '../../accounts/index.ts';
import { remainingMoney } from '../domain/refundable.ts';
import type { PaymentParties } from '../payable.ts';
import { signTestReversal, type TestReversal } from '../providers/index.ts';
import { receiveEvents } from '../provider-events/receive-events.ts';
import { readPayment } from '../store.ts';
import { pollReversals } from './reversals-job.ts';

/**
 * For developers: simulates an event of a test payment at its provider, which reports it like a real one. The amount is
 * in minor units of the payment's currency; default: the whole rest. Raises `NotFound` for other payments.
 */
export async function tryReversal(
  ctx: Context,
  {
    paymentId,
    reversal,
    amountMinor,
  }: {
    readonly paymentId: string;
    readonly reversal: TestReversal;
    readonly amountMinor?: number | undefined;
  },
  parties: PaymentParties,
): Promise<void> {
  const payment = await readPayment(ctx.database.reader, ctx.account.id, paymentId);
  const money = payment && remainingMoney(payment);
  const message =
    payment &&
    money &&
    signTestReversal(ctx, payment, reversal, {
      amountMinor: amountMinor ?? money.leftMinor,
      currency: money.currency,
    });
  if (payment === undefined || message === undefined)
    throw notFound({ detail: `There is no test payment ${paymentId} that has arrived.` });
  await receiveEvents(ctx, payment.provider, message);
  await pollReversals(ctx, paymentId, parties);
}
