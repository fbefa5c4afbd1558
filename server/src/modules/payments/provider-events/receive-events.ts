import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { findProvider } from '../find-provider.ts';
import type { EventMessage, ProviderEvent } from '../provider.ts';
import { reversalsJob } from '../reversals/reversals-job.ts';
import { settleJob } from '../payment/settle-job.ts';
import { insertPaymentEvent, readPayment, readPaymentByReference, writeReference } from '../store.ts';
import type { Payment } from '../tables.ts';

/**
 * Accepts a message of a provider: each event once, even if it is repeated. It only enqueues a job that soon queries
 * the provider, so the response is quick, and nothing depends on the content of the message. Events of other accounts'
 * payments are ignored: a provider would repeat a refused event for days.
 *
 * Raises `NotFound` when the provider does not exist, and 400 `InvalidEventSignature`.
 */
export async function receiveEvents(
  ctx: Context,
  providerName: string,
  message: EventMessage,
): Promise<void> {
  const provider = findProvider(ctx, providerName);
  if (provider === undefined || !(await provider.isReady(ctx))) throw notFound();
  const events = await provider.verifyEvent(ctx, message);
  await transaction(ctx, async (tx) => {
    for (const event of events) await receiveEvent(tx, provider.name, event);
  });
}

/** Accepts one event; false, and nothing happens, when it was accepted before or concerns no payment of the account. */
export async function receiveEvent(tx: CommandTx, provider: string, event: ProviderEvent): Promise<boolean> {
  const payment = await paymentOf(tx, provider, event);
  if (payment === undefined) return false;
  const { id: eventId, kind, reference } = event;
  const { accountId, id: paymentId } = payment;
  const isNew = await insertPaymentEvent(tx, {
    accountId,
    provider,
    eventId,
    paymentId,
    kind,
    receivedAt: tx.clock.now(),
  });
  if (!isNew) return false;
  // If the response to the start was lost, the event supplies the reference.
  await writeReference(tx, payment, { reference });
  if (kind === 'Payment') await settleJob.enqueue(tx, { paymentId, isReported: true });
  else await reversalsJob.enqueue(tx, { paymentId });
  return true;
}

async function paymentOf(
  tx: CommandTx,
  provider: string,
  { reference, paymentId }: ProviderEvent,
): Promise<Payment | undefined> {
  const { id: accountId } = tx.account;
  const payment =
    (await readPaymentByReference(tx, accountId, { provider, reference })) ??
    (paymentId === null ? undefined : await readPayment(tx, accountId, paymentId));
  return payment?.provider === provider ? payment : undefined;
}
