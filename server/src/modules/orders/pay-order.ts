import { notFound } from '../../kernel/problem.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Catalog, loadCatalog } from '../catalog/index.ts';
import {
  insertPayment,
  type Payment,
  paymentProviderOf,
  type Purchase,
  type SandboxOutcome,
  sandboxReference,
  sandboxReport,
  settleSandboxJob,
} from '../payments/index.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { knownBilling } from './known-billing.ts';
import { contentOf, quoteLines } from './order-quote.ts';
import {
  emptyOrder,
  orderCompleted,
  orderTooLarge,
  paymentsNotConfigured,
  priceChanged,
} from './problems.ts';
import { recordPaymentReport } from './record-payment.ts';
import { changeOrder, lockOrder, readLines } from './store.ts';
import type { Order } from './tables.ts';

/** What the buyer says at the checkout. */
export interface PaymentRequest {
  readonly orderId: string;
  readonly buyer: { readonly name: string; readonly email: string };
  /** What the buyer saw as due, in minor units: the payment is refused when it is no longer that. */
  readonly expectedDueMinor?: number | undefined;
  /** How a payment at the sandbox shall end. */
  readonly sandboxOutcome: SandboxOutcome;
}

/**
 * Starts the payment of an order. The payment keeps what it pays for, so that whatever the provider reports later
 * fulfils exactly that. A payment that is on its way already stays the only one: asking again changes nothing.
 *
 * Raises `OrderCompleted`, `OrderEmpty`, `OrderTooLarge`, `PriceChanged` and `PaymentsNotConfigured`.
 */
export async function payOrder(system: System, account: Account, request: PaymentRequest): Promise<void> {
  const catalog = await loadCatalog(system, account);
  const started = await system.database.transaction((tx) =>
    startPayment(system, tx, account, catalog, request),
  );
  if (started === undefined || request.sandboxOutcome === 'Delay') return;
  // The job would tell the same; telling it here spares the buyer the wait.
  await recordPaymentReport(system, account, sandboxReport(started.id, request.sandboxOutcome));
}

/** The payment to be settled, or `undefined` when nothing is left to do. */
async function startPayment(
  system: System,
  tx: Tx,
  account: Account,
  catalog: Catalog,
  request: PaymentRequest,
): Promise<Payment | undefined> {
  const order = await lockOrder(tx, account.id, request.orderId);
  if (order === undefined) throw notFound();
  if (order.status === 'Completed' || order.status === 'Paid') throw orderCompleted();
  if (order.status === 'PaymentProcessing') return undefined;
  const lines = await readLines(tx, account.id, order.id);
  const quote = await quoteLines(system, tx, account, catalog, { order, lines });
  const content = contentOf(catalog, quote, lines);
  if (content.lines.length === 0) throw emptyOrder();
  refuseTooLarge(content);
  const { dueMinor } = quote.total;
  if (request.expectedDueMinor !== undefined && request.expectedDueMinor !== dueMinor) throw priceChanged();
  const billing = { ...(await knownBilling(tx, order)), ...order.billing, ...request.buyer };
  const payment = paymentOf(system, account, order, content);
  if (dueMinor === 0) return payFreeOrder(system, tx, account, { order: { ...order, billing }, payment });
  if (paymentProviderOf(system, account) !== 'sandbox') throw paymentsNotConfigured();
  await insertPayment(tx, payment);
  await changeOrder(tx, order, { status: 'PaymentProcessing', billing, updatedAt: payment.createdAt });
  await enqueueJob(
    system,
    tx,
    settleSandboxJob(account.id, payment.id, request.sandboxOutcome, payment.createdAt),
  );
  return payment;
}

/** The licenses of an order are granted in one transaction, whose locks others wait for. */
const MAX_LICENSES = 20_000;

function refuseTooLarge({ grants }: Purchase): void {
  const licenses = grants.reduce((sum, { quantity }) => sum + quantity, 0);
  if (licenses <= MAX_LICENSES) return;
  throw orderTooLarge({
    detail: `This order would grant ${licenses} licenses; one order grants ${MAX_LICENSES} at most. Split it into several.`,
  });
}

function paymentOf(system: System, account: Account, order: Order, content: Purchase): Payment {
  const id = system.ids.guid();
  return {
    accountId: account.id,
    id,
    orderId: order.id,
    provider: 'sandbox',
    providerReference: sandboxReference(id),
    status: 'Pending',
    amountMinor: content.quote.total.dueMinor,
    currency: order.currency,
    content,
    failure: null,
    createdAt: system.clock.now(),
    settledAt: null,
  };
}

/** What costs nothing needs no provider: it is paid and fulfilled at once. */
async function payFreeOrder(
  system: System,
  tx: Tx,
  account: Account,
  { order, payment }: { order: Order; payment: Payment },
): Promise<undefined> {
  const free: Payment = {
    ...payment,
    provider: 'none',
    providerReference: payment.id,
    status: 'Succeeded',
    settledAt: payment.createdAt,
  };
  await insertPayment(tx, free);
  await changeOrder(tx, order, { billing: order.billing });
  await fulfilOrder(system, tx, account, order, free);
}
