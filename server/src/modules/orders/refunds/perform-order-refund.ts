import type { Context } from '../../accounts/index.ts';
import {
  type TestReversal,
  logNoAnswer,
  NoAnswer,
  type PaymentProvider,
  performRefund,
  tryReversal,
} from '../../payments/index.ts';
import { ORDER_PAYABLES } from '../payable-order.ts';

/**
 * Performs the refund of an order at the provider, immediately and outside any transaction. Never rejects: a failure is
 * logged, and the job of the refund repeats it.
 */
export async function performOrderRefund(
  ctx: Context,
  refundId: string,
  providers?: readonly PaymentProvider[],
): Promise<void> {
  const parties = { payables: ORDER_PAYABLES, ...(providers && { providers }) };
  try {
    await performRefund(ctx, refundId, parties);
  } catch (error) {
    const text = 'a refund could not be performed; it will be tried again';
    if (error instanceof NoAnswer) logNoAnswer(ctx, error, { refundId }, { text });
    else ctx.log.warn({ err: error, refundId }, text);
  }
}

/** For developers: simulates an event of a test payment at its provider. @see tryReversal */
export function tryOrderReversal(
  ctx: Context,
  event: {
    readonly paymentId: string;
    readonly reversal: TestReversal;
    readonly amountMinor?: number | undefined;
  },
): Promise<void> {
  return tryReversal(ctx, event, { payables: ORDER_PAYABLES });
}
