import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { Stripe } from 'stripe';
import { jobHandlers } from '../../src/jobs.ts';
import { type AccountSettings, updateSettings } from '../../src/modules/accounts/index.ts';
import { orderSubject } from '../../src/modules/orders/index.ts';
import { connectProvider, listPayments } from '../../src/modules/payments/index.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import type { Log } from '../../src/platform/log.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { checkOut, ONE_APP, stockShop } from '../shop.ts';
import { repeated, type SignedMessage } from './deliveries.ts';
import { startStripe, type StripeStandIn, TEST_KEY } from './stand-in.ts';

/** The response of the checkout. */
export interface CheckoutAnswer {
  readonly status: string;
  readonly failure?: string;
  readonly payment: {
    readonly embedded?: { readonly script: string; readonly inPage: boolean };
    readonly continuation?: {
      readonly kind: string;
      readonly url?: string;
      readonly parameters?: Readonly<Record<string, string>>;
    };
  };
}

/** Longer than the delay before the first retry of a job. */
const RETRY_MS = 10_000;

/** The delay before a call is repeated. */
const RETRY_SECONDS = 0.001;

/** A shop whose account is connected to the stand-in. */
export interface StripeShop {
  readonly stripe: StripeStandIn;
  readonly app: TestApp;
  /** A buyer at the checkout of one app for 49 EUR, who has pressed the button. */
  buyer(fields?: object, items?: readonly object[]): Promise<StripeBuyer>;
  /**
   * The provider sends the events it has held back, and the jobs run; returns the statuses. Unless a test chooses, each
   * is sent twice, the newest first.
   */
  report(order?: (messages: SignedMessage[]) => readonly SignedMessage[]): Promise<number[]>;
  send(message: Pick<SignedMessage, 'body' | 'headers'>): Promise<number>;
  runJobs(): Promise<void>;
  /** Runs the jobs again whose calls were not answered in time, which happens on a busy machine. */
  readonly retryCalls: () => Promise<void>;
  close(): Promise<void>;
}

export type StripeBuyer = Awaited<ReturnType<typeof startBuyer>>;

export async function openStripeShop(
  options: {
    readonly settings?: Partial<AccountSettings>;
    readonly log?: Log;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<StripeShop> {
  // The library waits half a second and longer before it repeats a call.
  const delay = mock.method(Stripe.prototype, 'getInitialNetworkRetryDelay', () => RETRY_SECONDS);
  const stripe = await startStripe();
  const app = await startTestApp(
    { LATCHKEY_STRIPE_API_URL: stripe.url, ...options.environment },
    options.log,
  );
  // Its calls that get no response are repeated after half a second.
  Object.assign(app.system.config, { stripeApi: { url: stripe.url, requestMs: 500 } });
  stripe.now = () => app.system.clock.now();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 }, ...options.settings });
  await connectProvider(app.ctx, 'stripe', { key: TEST_KEY, hasWebhook: true });
  const send: StripeShop['send'] = async ({ body, headers }) => {
    const url = '/api/hooks/payments/stripe';
    return (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
  };
  const runJobs = async (): Promise<void> => {
    const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
    await worker.drain();
    await worker.stop();
  };
  return {
    stripe,
    app,
    buyer: (fields = {}, items = [ONE_APP]) => startBuyer(app, fields, items),
    async report(order = repeated) {
      const statuses = [];
      for (const message of order(stripe.deliveries.take())) statuses.push(await send(message));
      await runJobs();
      return statuses;
    },
    send,
    runJobs,
    async retryCalls() {
      app.system.clock.advance(RETRY_MS);
      await runJobs();
    },
    async close() {
      await app.close();
      await stripe.close();
      delay.mock.restore();
    },
  };
}

async function startBuyer(app: TestApp, fields: object, items: readonly object[]) {
  const checkout = await checkOut(app, items);
  const email = `${randomUUID()}@example.com`;
  const act = async (action: string, payload?: object) => {
    const url = checkout.pay.replace('/pay', `/${action}`);
    const response = await app.inject({ method: 'POST', url, ...(payload && { payload }) });
    assert.equal(response.statusCode, 200, response.body);
    return response.json<CheckoutAnswer>();
  };
  const pay = () => act('pay', { name: 'Gus', email, ...fields });
  const answer = await pay();
  const payments = () => listPayments(app.ctx, orderSubject({ id: checkout.orderId }));
  const [payment = assert.fail('there is no payment')] = await payments();
  return {
    ...checkout,
    answer,
    email,
    pay,
    payments,
    session: payment.providerReference ?? '',
    paymentId: payment.id,
    comeBack: () => act('return'),
    giveUp: () => act('cancel'),
    order: async () => {
      // The checkout link is valid for a day, the order exists forever.
      const url = `/api/customer/orders/${checkout.orderId}`;
      const order = (await app.inject({ url })).json<{ status: string; lastPaymentFailure?: string }>();
      return { status: order.status, failure: order.lastPaymentFailure };
    },
  };
}
