import { randomUUID } from 'node:crypto';
import type { Context } from '../src/modules/accounts/index.ts';
import { readPurchase } from '../src/modules/orders/purchase/store-purchases.ts';
import { loadCatalog } from '../src/modules/catalog/index.ts';
import { fulfilOrder } from '../src/modules/orders/fulfilment/fulfil-order.ts';
import { fulfilJob, ORDER_PAYABLES, type OrderPorts } from '../src/modules/orders/index.ts';
import {
  type PaymentPorts,
  type PaymentProvider,
  type PaymentState,
  PROVIDERS,
  recordPaymentState,
  SETUP_PAYABLES,
  settleJob,
} from '../src/modules/payments/index.ts';
import { METHOD_OWNERS, RECURRING_SALES } from '../src/modules/subscriptions/index.ts';
import { reopenLines } from '../src/modules/withdrawals/index.ts';
import type { EventMessage } from '../src/modules/payments/provider.ts';
import { SANDBOX_EVENTS, SANDBOX_SIGNATURE } from '../src/modules/payments/providers/sandbox/signature.ts';
import type { Payment } from '../src/modules/payments/tables.ts';
import { transaction } from '../src/platform/context/context.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import { type JobHandler, startJobWorker } from '../src/platform/jobs/start-job-worker.ts';
import type { System } from '../src/platform/system.ts';

/** What takes part in payments, as in the server. */
export const PAYMENT_PORTS: PaymentPorts = {
  providers: PROVIDERS,
  payables: { ...ORDER_PAYABLES, ...SETUP_PAYABLES },
  methodOwners: METHOD_OWNERS,
};

/** What reacts to orders, as in the server. */
export const ORDER_PORTS: OrderPorts = { recurring: RECURRING_SALES, refundFailed: reopenLines };

/** The same system, or context, with this payment provider and no other. */
export function withProvider<Services extends Pick<System, 'payments'>>(
  services: Services,
  provider: PaymentProvider,
) {
  return { ...services, payments: { ...services.payments, providers: [provider] } };
}

/** The same system, or context, in which nothing can be paid for. */
export function withoutPayables<Services extends Pick<System, 'payments'>>(services: Services) {
  return { ...services, payments: { ...services.payments, payables: {} } };
}

/** The input of a payment without HTTP: it waits for its provider's report. */
export const DELAYED_PAYMENT = {
  returnUrl: 'https://shop.demo.test/checkout',
  input: { sandboxOutcome: 'Delay' },
};

export const DECLINED: PaymentState = { kind: 'Failed', reason: 'declined' };

/** The full amount has arrived. */
export function paidInFull({
  amountMinor,
  currency,
}: Pick<Payment, 'amountMinor' | 'currency'>): Extract<PaymentState, { readonly kind: 'Succeeded' }> {
  return { kind: 'Succeeded', amountMinor, currency };
}

/** Records a provider's report about a payment, and delivers its purchase, as the job does. */
export async function report(ctx: Context, { id }: Pick<Payment, 'id'>, state: PaymentState): Promise<void> {
  await recordPaymentState(ctx, id, state);
  const purchase = await readPurchase(ctx.database.reader, ctx.account.id, id);
  if (purchase === undefined) return;
  const catalog = await loadCatalog(ctx);
  await transaction(ctx, (tx) => fulfilOrder(tx, catalog, purchase.orderId));
}

/** A message of the sandbox: something happened to the payment with this reference. */
export function sandboxEvent(
  { vault }: Pick<System, 'vault'>,
  reference: string,
  id: string = randomUUID(),
): EventMessage {
  const body = JSON.stringify({ id, reference });
  return { body, headers: { [SANDBOX_SIGNATURE]: vault.sign(SANDBOX_EVENTS, body) } };
}

/** The number of jobs that will settle a payment. */
export async function countSettleJobs({ database }: System, paymentId: string): Promise<number> {
  const jobs = database.reader.tables<JobTables>().selectFrom('jobs').select('payload');
  const rows = await jobs.where('kind', '=', settleJob.kind).execute();
  return rows.filter(({ payload }) => payload['paymentId'] === paymentId).length;
}

/** Runs the due jobs of payments, and those of the orders that they pay. */
export function runPaymentJobs(system: System): Promise<void> {
  return runJobs(system, settleJob, fulfilJob);
}

/** Runs the due jobs of these kinds, and those of them that become due meanwhile. */
export async function runJobs(
  system: System,
  ...jobs: readonly { readonly kind: string; handler(system: System): JobHandler }[]
): Promise<void> {
  const handlers = Object.fromEntries(jobs.map((job) => [job.kind, job.handler(system)]));
  const worker = startJobWorker(system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}
