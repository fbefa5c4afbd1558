import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { paymentsRefused } from '../problems.ts';
import type { StartAnswer } from '../provider.ts';
import { logProviderError, ProviderError } from '../provider-error.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { callProvider } from './call-provider.ts';
import { settlePayment } from './settle-payment.ts';
import { writeReference } from '../store.ts';
import type { Payment } from '../tables.ts';

const NOT_STARTED = 'The payment could not be started. Nothing was charged. Please try again.';
const NOT_NOW = 'This shop cannot take payments at present. Nothing was charged. Please contact the vendor.';

/**
 * The second phase of a payment: calls the provider, outside any transaction, and records the provider's reference. If
 * the buyer has nothing to do, it fetches the outcome immediately.
 *
 * A provider that refuses, or does not respond, fails the payment: no buyer was sent there to pay, and money that
 * arrives anyway still counts. Then raises `PaymentsRefused` if the provider does not accept the account's key, or
 * refuses the shop's request regardless of the payer: retrying does not help then.
 */
export async function startPayment(ctx: Context, payment: Payment): Promise<void> {
  try {
    const answer = await callProvider(ctx, payment);
    if ((await recordStart(ctx, payment, answer)) === 'Waiting') return;
  } catch (error) {
    await failToStart(ctx, payment.id, error);
    return;
  }
  await settlePayment(ctx, payment.id);
}

async function failToStart(ctx: Context, paymentId: string, error: unknown): Promise<void> {
  const text = 'a payment could not be started';
  if (error instanceof ProviderError) logProviderError(ctx, error, { paymentId }, { text });
  else ctx.log.error({ err: error, paymentId }, text);
  const isLasting = error instanceof ProviderError && error.isLasting;
  const reason = isLasting ? NOT_NOW : NOT_STARTED;
  await recordPaymentState(ctx, paymentId, { kind: 'Failed', reason });
  if (isLasting) throw paymentsRefused();
}

/** Records the provider's response to the start of a payment. `Waiting` when it is the buyer's turn. */
export async function recordStart(
  ctx: Context,
  payment: Payment,
  answer: StartAnswer,
): Promise<'Done' | 'Waiting'> {
  if (answer.kind === 'Refused') {
    const { reason, advice, isShopFault } = answer;
    await recordPaymentState(ctx, payment.id, { kind: 'Failed', reason, advice, isShopFault });
    return 'Done';
  }
  const { reference, continuation, expiresAt } = answer;
  await transaction(ctx, (tx) =>
    writeReference(tx, payment, { reference, continuation, ...(expiresAt !== null && { expiresAt }) }),
  );
  return continuation === null ? 'Done' : 'Waiting';
}
