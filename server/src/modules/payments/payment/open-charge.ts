import { accountUrl, type CommandTx } from '../../accounts/index.ts';
import { findProvider } from '../find-provider.ts';
import { readMethod } from '../methods/store-methods.ts';
import { methodRemoved, paymentsNotConfigured } from '../problems.ts';
import type { ChargeOrder } from '../provider.ts';
import { insertPayment } from '../store.ts';
import type { Payment, PaymentSubject } from '../tables.ts';
import { pendingPayment } from './open-payment.ts';
import { refusalOf } from './refuse-amount.ts';
import { settleJob } from './settle-job.ts';

/** A payment without a buyer. */
export interface NewCharge extends Pick<ChargeOrder, 'items' | 'payer' | 'billing'> {
  readonly subject: PaymentSubject;
  /** Minor units of `currency`, more than 0. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Our id of the saved method. */
  readonly methodId: string;
}

/**
 * Writes a pending payment of a subject by a saved method, and the job that charges the method and settles the payment
 * as every other one: nothing is charged before this transaction is committed, and never twice. The method is charged
 * at the provider that saved it, whatever the account's provider is now. A charge that cannot be attempted within a day
 * fails, and nothing is charged. The caller holds the lock of the subject, which has no pending payment.
 *
 * Raises `PaymentMethodRemoved` when the method is not usable, `PaymentsNotConfigured` when the account is no longer
 * connected to its provider, `AmountTooSmall`, `AmountTooLarge` and `CurrencyNotTaken` when the provider cannot charge
 * the amount.
 */
export async function openCharge(tx: CommandTx, charge: NewCharge): Promise<Payment> {
  const { subject, amountMinor, currency, methodId, items, payer, billing } = charge;
  const method = await readMethod(tx, tx.account.id, methodId);
  if (method?.status !== 'Usable' || method.reference === null) throw methodRemoved();
  const provider = findProvider(tx, method.provider);
  if (provider?.savedMethods === undefined || !(await provider.isReady(tx))) throw paymentsNotConfigured();
  const refusal = await refusalOf(tx, provider, { amountMinor, currency });
  if (refusal !== undefined) throw refusal.problem;
  const { reference, customerReference } = method;
  const instruction: ChargeOrder = {
    items,
    payer,
    ...(billing && { billing }),
    method: { id: methodId, reference, customerReference },
    returnUrl: accountUrl(tx.config, tx.account),
  };
  const payment = await pendingPayment(tx, provider, { subject, amountMinor, currency, instruction });
  await insertPayment(tx, payment);
  await settleJob.enqueue(tx, { paymentId: payment.id });
  return payment;
}
