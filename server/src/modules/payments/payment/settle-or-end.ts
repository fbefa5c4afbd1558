import type { Context } from '../../accounts/index.ts';
import { NoAnswer } from '../ask-provider.ts';
import { isGone } from './missing-payment.ts';
import type { PaymentParties } from '../payable.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { settlePayment } from './settle-payment.ts';
import { readPayment } from '../store.ts';

const TIMEOUT_MESSAGE = 'The payment was not completed in time. Please try again.';

/**
 * Like `settlePayment`. A payment that its provider still does not have a day after its deadline fails, if the account
 * is certainly connected to the provider account in which the payment began: no money can arrive. If it is connected to
 * another one, the payment may have been paid in the first, and stays unchanged.
 */
export async function settleOrEnd(ctx: Context, paymentId: string, parties: PaymentParties): Promise<void> {
  try {
    await settlePayment(ctx, paymentId, parties);
  } catch (error) {
    const isMissing = error instanceof NoAnswer && error.isMissing;
    const payment = isMissing ? await readPayment(ctx.database.reader, ctx.account.id, paymentId) : undefined;
    if (payment === undefined || !(await isGone(ctx, payment, payment.expiresAt, parties))) throw error;
    const { providerReference } = payment;
    ctx.log.warn(
      { err: error, paymentId, providerReference },
      'a payment provider does not have a payment any more: it has failed, and what it was for can be paid again',
    );
    await recordPaymentState(ctx, paymentId, { kind: 'Failed', reason: TIMEOUT_MESSAGE }, parties);
  }
}
