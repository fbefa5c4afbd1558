import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { providerByName } from './find-provider.ts';
import type { PaymentParties } from './payable.ts';
import { PROVIDERS } from './providers/index.ts';
import type { PaymentProvider, StartAnswer } from './provider.ts';
import { recordPaymentState } from './record-payment-state.ts';
import { settlePayment } from './settle-payment.ts';
import { writeReference } from './store.ts';
import type { Payment } from './tables.ts';

const NOT_STARTED = 'The payment could not be started. Nothing was charged. Please try again.';

/**
 * The second phase of a payment: calls the provider, outside any transaction, and records the provider's reference. If
 * the buyer has nothing to do, it fetches the outcome at once.
 *
 * A provider that refuses, or does not respond, fails the payment: no buyer was sent there to pay, and money that
 * arrives anyway still counts.
 */
export async function startPayment(ctx: Context, payment: Payment, parties: PaymentParties): Promise<void> {
  try {
    if ((await tellProvider(ctx, payment, parties)) === 'Waiting') return;
  } catch (error) {
    ctx.log.warn({ err: error, paymentId: payment.id }, 'a payment could not be started');
    await recordPaymentState(ctx, payment.id, { kind: 'Failed', reason: NOT_STARTED }, parties);
    return;
  }
  await settlePayment(ctx, payment.id, parties);
}

/**
 * Calls the provider for the first time, or again after a process died before it could record the response. `Waiting`
 * when it is the buyer's turn. Rejects when the provider does not respond.
 */
export async function tellProvider(
  ctx: Context,
  payment: Payment,
  { providers = PROVIDERS, ...parties }: PaymentParties,
): Promise<'Done' | 'Waiting'> {
  const provider = providerByName(payment.provider, providers);
  if (provider === undefined) throw new Error(`there is no payment provider ${payment.provider}`);
  const answer = await callProvider(ctx, provider, payment);
  if (answer.kind === 'Refused') {
    await recordPaymentState(ctx, payment.id, { kind: 'Failed', reason: answer.reason }, parties);
    return 'Done';
  }
  const { reference, continuation, expiresAt } = answer;
  await transaction(ctx, (tx) =>
    writeReference(tx, payment, { reference, continuation, ...(expiresAt !== null && { expiresAt }) }),
  );
  return continuation === null ? 'Done' : 'Waiting';
}

function callProvider(ctx: Context, provider: PaymentProvider, payment: Payment): Promise<StartAnswer> {
  const { id, amountMinor, currency, createdAt, instruction } = payment;
  if (instruction === null) throw new Error(`payment ${id} has ended and cannot be started`);
  return provider.start(ctx, {
    ...instruction,
    paymentId: id,
    idempotencyKey: `start-${id}`,
    amountMinor,
    currency,
    openedAt: createdAt,
  });
}
