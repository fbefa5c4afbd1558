import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listLicenses } from '../src/modules/licensing/index.ts';
import {
  fulfilJob,
  type OrderRefundRequest,
  payOrder,
  performOrderRefund,
  refundOrder,
} from '../src/modules/orders/index.ts';
import type { PaymentState } from '../src/modules/payments/domain/payment-state.ts';
import {
  listPayments,
  listRefunds,
  recordReversals,
  refundJob,
  reversalsJob,
  settleJob,
} from '../src/modules/payments/index.ts';
import type { Capabilities, Reversals } from '../src/modules/payments/provider.ts';
import { transaction } from '../src/platform/context/context.ts';
import { startJobWorker } from '../src/platform/jobs/start-job-worker.ts';
import { fakeProvider } from './fake-provider.ts';
import type { TestApp } from './harness.ts';
import { paidInFull, withProvider } from './payments.ts';
import { checkOut, GUEST_LINK, ONE_APP } from './shop.ts';

/** The price of such a sale. */
export const DUE = { amountMinor: 9_800, currency: 'EUR' };

/** An order of two apps that was paid at its own provider, and functions for its reversals. */
export async function reversibleSale(
  app: TestApp,
  state: PaymentState = paidInFull(DUE),
  traits: Partial<Capabilities> = {},
) {
  app.system.clock.advance(1_000);
  const provider = fakeProvider();
  const ctx = withProvider(app.ctx, provider);
  const { capabilities } = provider;
  provider.capabilities = async (account) => ({ ...(await capabilities(account)), ...traits });
  const { orderId } = await checkOut(app, [{ ...ONE_APP, quantity: 2 }]);
  const email = `${randomUUID()}@example.com`;
  const request = {
    orderId,
    link: GUEST_LINK,
    buyer: { name: 'Gus', email },
    returnUrl: 'https://x.example/',
  };
  const pay = () => payOrder(ctx, request);
  await pay();
  provider.state = state;
  await pay();
  const subject = { kind: 'Order', id: orderId };
  const payments = () => listPayments(app.ctx, subject);
  const [payment = assert.fail('no payment')] = await payments();
  const refunds = async () => (await listRefunds(app.ctx, { ...subject, limit: 50 })).toReversed();
  return {
    provider,
    orderId,
    email,
    payment,
    refunds,
    statuses: async () => (await refunds()).map(({ origin, status }) => `${origin} ${status}`),
    refunded: async () => (await payments())[0]?.refundedMinor,
    licenses: async () =>
      (await listLicenses(app.ctx, { orderId, limit: 50 }))
        .map(({ status, revocationReason }) => revocationReason ?? status)
        .toSorted(),
    open: (facts: Partial<OrderRefundRequest> = {}) =>
      transaction(app.ctx, (tx) => refundOrder(tx, { orderId, revokesLicenses: true, ...facts })),
    perform: (refundId: string) => performOrderRefund(ctx, refundId),
    report: (reversals: Partial<Reversals>) =>
      recordReversals(app.ctx, payment.id, { refunds: [], disputes: [], warnings: [], ...reversals }),
    async runJobs(afterMs = 0) {
      app.system.clock.advance(afterMs);
      const deps = withProvider(app.system, provider);
      const handlers = {
        [settleJob.kind]: settleJob.handler(deps),
        [refundJob.kind]: refundJob.handler(deps),
        [reversalsJob.kind]: reversalsJob.handler(deps),
        [fulfilJob.kind]: fulfilJob.handler(deps),
      };
      const worker = startJobWorker(app.system, handlers, { pollIntervalMs: 0 });
      await worker.drain();
      await worker.stop();
    },
  };
}

/** A report of a refund that was made at the provider. */
export const foreign = (amountMinor: number, status: 'Pending' | 'Succeeded' | 'Failed' = 'Succeeded') => ({
  reference: `re-${randomUUID()}`,
  refundId: null,
  amountMinor,
  currency: 'EUR',
  status,
});
/** A report of a dispute. */
export const disputeOf = (status: 'Open' | 'Won' | 'Lost', reference = 'dp-1', amountMinor = 9_800) => ({
  reference,
  amountMinor,
  currency: 'EUR',
  status,
  reason: 'fraudulent',
});
