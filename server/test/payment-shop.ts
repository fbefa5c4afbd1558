import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { updateSettings } from '../src/modules/accounts/index.ts';
import { payOrder } from '../src/modules/orders/index.ts';
import { receiveEvents } from '../src/modules/payments/index.ts';
import type { ProviderEvent } from '../src/modules/payments/provider.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { FakeProvider } from './fake-provider.ts';
import { startTestApp } from './harness.ts';
import { countSettleJobs, paidInFull, runPaymentJobs, withProvider } from './payments.ts';
import { checkOut, GUEST_LINK, ONE_APP, stockShop } from './shop.ts';

export const HOUR_MS = 3_600_000;
/** The price of a cart. */
export const DUE = { amountMinor: 4_900, currency: 'EUR' };
export const PAID = paidInFull(DUE);
export const RETURN_URL = 'https://demo.latchkey.test/checkout/page';

export type PaymentShop = Awaited<ReturnType<typeof openPaymentShop>>;

/** A shop whose carts are paid at providers that a test directs. */
export async function openPaymentShop() {
  const app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });

  async function orderOf(orderId: string): Promise<{ status: string; lastPaymentFailure?: string }> {
    return (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();
  }

  function paymentsOf(orderId: string) {
    const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
    return payments.where('subjectId', '=', orderId).orderBy('createdAt').orderBy('id').execute();
  }

  return {
    app,
    orderOf,
    paymentsOf,
    /** A cart of one app, and a function to pay for it at a provider. */
    async cartAt(provider: FakeProvider) {
      const { orderId } = await checkOut(app, [ONE_APP]);
      const email = `${randomUUID()}@example.com`;
      const request = { orderId, link: GUEST_LINK, buyer: { name: 'Gus', email }, returnUrl: RETURN_URL };
      return { orderId, pay: () => payOrder(withProvider(app.ctx, provider), request) };
    },
    paymentOf: async (orderId: string) =>
      (await paymentsOf(orderId)).at(-1) ?? assert.fail('there is no payment'),
    async statusAndFailure(orderId: string): Promise<[string, string | undefined]> {
      const { status, lastPaymentFailure } = await orderOf(orderId);
      return [status, lastPaymentFailure];
    },
    jobsAbout: (paymentId: string) => countSettleJobs(app.system, paymentId),
    runJobs: (provider: FakeProvider) => runPaymentJobs(withProvider(app.system, provider)),
    receive: (provider: FakeProvider, ...events: readonly ProviderEvent[]) =>
      receiveEvents(withProvider(app.ctx, provider), 'sandbox', messageOf(...events)),
  };
}

/** A message of such a provider. */
export const messageOf = (...events: readonly ProviderEvent[]) => ({
  body: JSON.stringify(events),
  headers: {},
});
