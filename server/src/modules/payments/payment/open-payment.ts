import { hastenJobs } from '../../../platform/jobs/operate-jobs.ts';
import type { System } from '../../../platform/system.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { NO_PROVIDER, providerOf } from '../find-provider.ts';
import { methodsNotSaved, paymentsNotConfigured } from '../problems.ts';
import type { PaymentOrder, PaymentProvider } from '../provider.ts';
import { settleJob } from './settle-job.ts';
import { refusalOf } from './refuse-amount.ts';
import { insertPayment } from '../store.ts';
import type { Payment, PaymentSubject } from '../tables.ts';

/** The time limit for a provider that sets no deadline of its own. */
const PATIENCE_MS = 24 * 60 * 60 * 1_000;

/** A process that has not started a payment by then has died: the job of the payment starts it. */
const START_MS = 30_000;

/**
 * For the start of a process: one that died, perhaps to be replaced by this one, may have left payments that it was
 * starting, so their jobs look immediately. Those that another process is starting are started twice, under the same key.
 */
export async function resumeStarts({ database, clock }: Pick<System, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const dueBy = new Date(now.getTime() + START_MS);
  await database.transaction((tx) => hastenJobs(tx, settleJob.kind, { now, dueBy }));
}

export interface NewPayment {
  readonly subject: PaymentSubject;
  /** Minor units of `currency`, more than 0; or 0 to save a method and charge nothing now. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly instruction: PaymentOrder;
  /** Where the provider saves no methods, it is paid all the same, and nothing is saved. */
  readonly savesIfPossible?: boolean;
}

/**
 * The first of two phases: writes a pending payment, and the job that completes it even if this process ends. The
 * second is `startPayment`, once this transaction is committed. The caller holds the lock of the subject, which has no
 * pending payment.
 *
 * Raises `PaymentsNotConfigured` when the account has no payment provider, `AmountTooSmall`, `AmountTooLarge` and
 * `CurrencyNotTaken` when the provider cannot charge the amount, `MethodsNotSaved` when the payment has to save its
 * method and the provider cannot.
 */
export async function openPayment(
  tx: CommandTx,
  { subject, amountMinor, currency, instruction: requested, savesIfPossible = false }: NewPayment,
): Promise<Payment> {
  const provider = await providerOf(tx);
  if (provider === undefined) throw paymentsNotConfigured();
  const isSetup = amountMinor === 0 && requested.saveMethod === true;
  const refusal = isSetup ? undefined : await refusalOf(tx, provider, { amountMinor, currency });
  if (refusal !== undefined) throw refusal.problem;
  const { silenceMs, savesMethods } = await provider.capabilities(tx);
  const isUnable = requested.saveMethod === true && !savesMethods;
  if (isUnable && !savesIfPossible) throw methodsNotSaved();
  const instruction = isUnable ? { ...requested, saveMethod: false } : requested;
  const payment = await pendingPayment(tx, provider, { subject, amountMinor, currency, instruction });
  await insertPayment(tx, payment);
  const firstLook = new Date(payment.createdAt.getTime() + Math.min(silenceMs, START_MS));
  await settleJob.enqueue(tx, { paymentId: payment.id }, firstLook);
  return payment;
}

/** A payment that the provider is about to be called for, under its present terms. */
export async function pendingPayment(
  tx: CommandTx,
  provider: PaymentProvider,
  {
    subject,
    amountMinor,
    currency,
    instruction,
  }: Omit<NewPayment, 'instruction' | 'savesIfPossible'> & Pick<Payment, 'instruction'>,
): Promise<Payment> {
  const { merchantOfRecord, invoices, connectionId, isTest } = await provider.capabilities(tx);
  const blank = blankPayment(tx, subject, currency);
  return {
    ...blank,
    provider: provider.name,
    terms: {
      merchantOfRecord,
      invoices,
      ...(connectionId !== undefined && { connectionId }),
      ...(isTest === true && { isTest }),
    },
    status: 'Pending',
    amountMinor,
    instruction,
    expiresAt: new Date(blank.createdAt.getTime() + PATIENCE_MS),
  };
}

/** Records the payment of something free: no provider is needed. The caller holds the lock of the subject. */
export async function recordFreePayment(
  tx: CommandTx,
  { subject, currency }: Pick<NewPayment, 'subject' | 'currency'>,
): Promise<Payment> {
  const now = tx.clock.now();
  const payment: Payment = {
    ...blankPayment(tx, subject, currency),
    provider: NO_PROVIDER,
    status: 'Succeeded',
    amountMinor: 0,
    instruction: null,
    expiresAt: now,
    settledAt: now,
  };
  await insertPayment(tx, payment);
  return payment;
}

function blankPayment({ account, clock, ids }: CommandTx, { kind, id }: PaymentSubject, currency: string) {
  return {
    accountId: account.id,
    id: ids.guid(),
    subjectKind: kind,
    subjectId: id,
    providerReference: null,
    currency,
    receivedMinor: null,
    receivedCurrency: null,
    terms: null,
    details: null,
    refundedMinor: 0,
    continuation: null,
    failure: null,
    createdAt: clock.now(),
    settledAt: null,
  };
}
