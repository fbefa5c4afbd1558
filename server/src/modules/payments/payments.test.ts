import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { fakeProvider, type FakeProvider } from '../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import {
  countSettleJobs,
  DECLINED,
  paidInFull,
  report,
  runPaymentJobs,
  sandboxEvent,
  withoutPayables,
  withProvider,
} from '../../../test/payments.ts';
import { checkOut, GUEST_LINK, ONE_APP, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../accounts/index.ts';
import { payOrder } from '../orders/index.ts';
import { receiveEvents, recordPaymentState } from './index.ts';
import type { PaymentState } from './domain/payment-state.ts';
import type { ProviderEvent } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import type { PaymentTables } from './tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const HOUR_MS = 3_600_000;
const DUE = { amountMinor: 4_900, currency: 'EUR' };
const PAID = paidInFull(DUE);
const RETURN_URL = 'https://demo.latchkey.test/checkout/page';

/** A cart, and functions to pay for it at a provider. */
async function cartAt(provider: FakeProvider) {
  const { orderId } = await checkOut(app, [ONE_APP]);
  const email = `${randomUUID()}@example.com`;
  const request = { orderId, link: GUEST_LINK, buyer: { name: 'Gus', email }, returnUrl: RETURN_URL };
  return { orderId, pay: () => payOrder(withProvider(app.ctx, provider), request) };
}

const runJobs = (provider: FakeProvider) => runPaymentJobs(withProvider(app.system, provider));

async function orderOf(orderId: string): Promise<{ status: string; lastPaymentFailure?: string }> {
  return (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();
}

function paymentsOf(orderId: string) {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return payments.where('subjectId', '=', orderId).orderBy('createdAt').orderBy('id').execute();
}

async function paymentOf(orderId: string) {
  return (await paymentsOf(orderId)).at(-1) ?? assert.fail('there is no payment');
}

const jobsAbout = (paymentId: string) => countSettleJobs(app.system, paymentId);
const messageOf = (...events: readonly ProviderEvent[]) => ({ body: JSON.stringify(events), headers: {} });
const receive = (provider: FakeProvider, ...events: readonly ProviderEvent[]) =>
  receiveEvents(withProvider(app.ctx, provider), 'sandbox', messageOf(...events));

describe('a payment is started in two phases', () => {
  test('it is committed before the provider is called, which gets all it needs', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    const { answerStart } = provider;
    let call: unknown;
    provider.answerStart = async (start) => {
      const [committed] = await paymentsOf(orderId);
      call = [committed?.status, committed?.providerReference, (await orderOf(orderId)).status];
      return answerStart(start);
    };
    await pay();
    assert.deepEqual(call, ['Pending', null, 'PaymentProcessing']);
    const payment = await paymentOf(orderId);
    const [start = assert.fail()] = provider.starts;
    assert.deepEqual(
      [start.paymentId, start.idempotencyKey, start.amountMinor, start.currency, start.visit.returnUrl],
      [payment.id, `start-${payment.id}`, 4_900, 'EUR', RETURN_URL],
    );
    assert.deepEqual(start.items, [{ title: 'App, Perpetual', quantity: 1, dueMinor: 4_900 }]);
    assert.equal(start.payer.name, 'Gus');
    assert.equal(payment.providerReference, `session-start-${payment.id}`);
    assert.deepEqual(payment.continuation, { kind: 'Redirect', url: 'https://pay.example/session' });
  });

  test('one that a process left between the phases is started again under the same key, and ends well', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    const { answerStart } = provider;
    const answerToLose = Promise.withResolvers<void>();
    const startCall = Promise.withResolvers<void>();
    provider.answerStart = async (start) => {
      startCall.resolve();
      await answerToLose.promise;
      return answerStart(start);
    };
    const cutOff = pay();
    await startCall.promise;
    provider.answerStart = answerStart;
    provider.state = PAID;
    app.system.clock.advance(30_000);
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'Completed', 'half a minute later, not after the silence');
    // The first process continues after all: it changes nothing.
    answerToLose.resolve();
    await cutOff;
    const [first, second] = provider.starts;
    assert.equal(provider.starts.length, 2);
    assert.deepEqual(second, first, 'the same request, and the same key');
    const payments = await paymentsOf(orderId);
    assert.deepEqual(
      payments.map(({ status, instruction, continuation }) => [status, instruction, continuation]),
      [['Succeeded', null, null]],
    );
  });

  test('one that was started is not polled before the provider had time to report', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    await pay();
    provider.state = PAID;
    app.system.clock.advance(45_000);
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'PaymentProcessing');
    app.system.clock.advance(15_000);
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'Completed');
  });

  test('one that the provider refuses, or does not respond to, reopens the order, and says so', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    provider.answerStart = async () => ({ kind: 'Refused', reason: 'No cards of this kind.' });
    await pay();
    assert.deepEqual(await statusAndFailure(orderId), ['Open', 'No cards of this kind.']);
    provider.answerStart = async () => {
      throw new ProviderError('Unavailable', 'socket hang up');
    };
    app.system.clock.advance(1);
    await pay();
    const [status, failure = ''] = await statusAndFailure(orderId);
    assert.equal(status, 'Open');
    assert.match(failure, /could not be started\. Nothing was charged/);
    // It was paid anyway: the event is the first to contain the provider's reference.
    const { id: paymentId } = await paymentOf(orderId);
    provider.state = PAID;
    const event = { id: 'e1', kind: 'Payment', reference: 'session-lost', paymentId } as const;
    await receive(provider, event);
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'Completed');
    assert.equal((await paymentOf(orderId)).providerReference, 'session-lost');
  });
});

async function statusAndFailure(orderId: string): Promise<[string, string | undefined]> {
  const { status, lastPaymentFailure } = await orderOf(orderId);
  return [status, lastPaymentFailure];
}

describe('a payment whose provider never reports', () => {
  /** Starts one, and checks it once an hour until its deadline. */
  async function unreported(state: FakeProvider['state']) {
    const provider = fakeProvider();
    const cart = await cartAt(provider);
    await cart.pay();
    provider.state = state;
    for (let hour = 0; hour < 24; hour += 1) {
      app.system.clock.advance(HOUR_MS);
      await runJobs(provider);
      assert.equal((await orderOf(cart.orderId)).status, 'PaymentProcessing', `after ${hour + 1} hours`);
      assert.equal(await jobsAbout((await paymentOf(cart.orderId)).id), 1, 'one job looks after it');
    }
    app.system.clock.advance(2 * HOUR_MS);
    await runJobs(provider);
    return { ...cart, provider, payment: await paymentOf(cart.orderId) };
  }

  test('fails after its time, is ended at the provider, and leaves nothing to do', async () => {
    const { orderId, payment, provider } = await unreported({ kind: 'Pending' });
    assert.deepEqual(provider.cancels, [payment.providerReference]);
    assert.equal(payment.status, 'Failed');
    assert.deepEqual(await statusAndFailure(orderId), [
      'Open',
      'The payment was not completed in time. Please try again.',
    ]);
    assert.equal(await jobsAbout(payment.id), 0);
  });

  test('stays pending while the provider does not respond, whatever its deadline, and completes the order by itself', async () => {
    const { orderId, payment, provider } = await unreported('Away');
    assert.equal(payment.status, 'Pending');
    assert.deepEqual(await statusAndFailure(orderId), ['PaymentProcessing', undefined]);
    assert.equal(await jobsAbout(payment.id), 1, 'one job looks after it');
    provider.state = PAID;
    app.system.clock.advance(HOUR_MS);
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'Completed');
    assert.equal((await paymentOf(orderId)).status, 'Succeeded');
  });

  test('fails after its time when the account was disconnected from its provider', async () => {
    const { payment, provider } = await unreported('Away');
    provider.isReady = async () => false;
    app.system.clock.advance(HOUR_MS);
    await runJobs(provider);
    assert.equal((await paymentOf(payment.subjectId)).status, 'Failed');
    assert.equal(await jobsAbout(payment.id), 0);
  });

  test('that a bank still works on when it is ended is waited for', async () => {
    const { orderId, payment, provider } = await unreported('Away');
    const until = new Date(app.system.clock.now().getTime() + 24 * HOUR_MS);
    const reports: PaymentState[] = [{ kind: 'Pending' }, { kind: 'Pending', until }];
    provider.fetch = async () => reports.shift() ?? assert.fail();
    provider.cancel = async () => undefined;
    app.system.clock.advance(HOUR_MS);
    await runJobs(provider);
    assert.deepEqual([reports.length, (await paymentOf(orderId)).status], [0, 'Pending']);
    assert.equal(await jobsAbout(payment.id), 1);
  });

  test('is surplus when its money arrives after another payment has paid', async () => {
    const { orderId, pay, payment, provider } = await unreported({ kind: 'Pending' });
    provider.state = PAID;
    await pay();
    await report(app.ctx, await paymentOf(orderId), PAID);
    assert.equal((await orderOf(orderId)).status, 'Completed');
    await report(app.ctx, payment, PAID);
    assert.deepEqual(
      (await paymentsOf(orderId)).map(({ status }) => status),
      ['Surplus', 'Succeeded'],
    );
  });
});

describe('money that is not what is due', () => {
  async function arrived(state: PaymentState) {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    await pay();
    provider.state = state;
    await pay();
    return { orderId, payment: await paymentOf(orderId) };
  }

  test('pays nothing when it is less, or of another currency, and is kept for the vendor to see', async () => {
    for (const money of [
      { amountMinor: 4_899, currency: 'EUR' },
      { amountMinor: 9_900, currency: 'USD' },
    ]) {
      const { orderId, payment } = await arrived({ kind: 'Succeeded', ...money });
      assert.deepEqual(
        [payment.status, payment.receivedMinor, payment.receivedCurrency],
        ['Short', money.amountMinor, money.currency],
      );
      const [status, failure = ''] = await statusAndFailure(orderId);
      assert.equal(status, 'Open');
      assert.match(failure, /not the amount that is due/);
    }
  });

  test('leaves the order to the payment that runs, when it arrives for one that has failed', async () => {
    for (const [expected, amountMinor] of Object.entries({ Short: 4_899, Surplus: 4_901 })) {
      const provider = fakeProvider();
      const { orderId, pay } = await cartAt(provider);
      await pay();
      const first = await paymentOf(orderId);
      await report(app.ctx, first, DECLINED);
      await pay();
      await recordPaymentState(app.ctx, first.id, { kind: 'Succeeded', ...DUE, amountMinor });
      assert.deepEqual(await statusAndFailure(orderId), ['PaymentProcessing', undefined]);
      assert.deepEqual(
        (await paymentsOf(orderId)).map(({ status }) => status),
        [expected, 'Pending'],
      );
    }
  });

  test('pays nothing when it is more, and is kept as surplus, with what the provider tells about the money', async () => {
    const details = { taxMinor: 800, taxMode: 'Exclusive', cardCountry: 'AT' } as const;
    const more = { kind: 'Succeeded', amountMinor: 5_000, currency: 'EUR', details } as const;
    const { orderId, payment } = await arrived(more);
    assert.deepEqual([payment.status, payment.receivedMinor, payment.details], ['Surplus', 5_000, details]);
    assert.equal((await orderOf(orderId)).status, 'Open');
  });
});

describe('events of a provider', () => {
  test('cause one query each, whatever they contain, and however often they arrive', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    await pay();
    const { id: paymentId, providerReference } = await paymentOf(orderId);
    const event = {
      id: randomUUID(),
      kind: 'Payment',
      reference: providerReference ?? '',
      paymentId,
    } as const;
    for (let turn = 0; turn < 3; turn += 1) await receive(provider, event, event);
    assert.equal(await jobsAbout(paymentId), 2, 'the one that looks after it, and the one of the event');
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'PaymentProcessing', 'the provider knows of no money');
    assert.equal(await jobsAbout(paymentId), 1);
    // Refunds and disputes are recorded.
    const dispute = { ...event, id: randomUUID(), kind: 'Dispute' } as const;
    await receive(provider, dispute);
    assert.equal(await jobsAbout(paymentId), 1);
  });

  test('cause queries until the provider responds, however long that takes', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    await pay();
    const { id: paymentId, providerReference } = await paymentOf(orderId);
    await report(app.ctx, await paymentOf(orderId), { kind: 'Failed', reason: 'No.' });
    const event = {
      id: randomUUID(),
      kind: 'Payment',
      reference: providerReference ?? '',
      paymentId,
    } as const;
    await receive(provider, event);
    provider.state = 'Away';
    for (let turn = 0; turn < 15; turn += 1) {
      await runJobs(provider);
      app.system.clock.advance(HOUR_MS);
    }
    provider.state = PAID;
    await runJobs(provider);
    assert.equal((await orderOf(orderId)).status, 'Completed');
    assert.equal(await jobsAbout(paymentId), 0);
  });

  test('of payments that are unknown, or of another account, are ignored', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await cartAt(provider);
    await pay();
    const { id: paymentId, providerReference } = await paymentOf(orderId);
    const event = {
      id: randomUUID(),
      kind: 'Payment',
      reference: providerReference ?? '',
      paymentId,
    } as const;
    const foreign = { ...app.ctx, account: app.other };
    await receiveEvents(withProvider(foreign, provider), 'sandbox', messageOf(event));
    await receive(provider, { ...event, reference: 'x', paymentId: null });
    assert.equal(await jobsAbout(paymentId), 1);
  });

  test('are refused without a signature of the provider, and where it takes no payments', async () => {
    const message = sandboxEvent(app.system, 'sandbox~x');
    await receiveEvents(app.ctx, 'sandbox', message);
    for (const forged of [
      { ...message, headers: {} },
      { ...message, body: `${message.body} ` },
    ])
      await assert.rejects(receiveEvents(app.ctx, 'sandbox', forged), { errorType: 'InvalidEventSignature' });
    const { config } = app.system;
    const production = { ...app.ctx, config: { ...config, hasDevFeatures: false } };
    for (const [ctx, name] of [
      [production, 'sandbox'],
      [app.ctx, 'nobody'],
    ] as const)
      await assert.rejects(receiveEvents(ctx, name, message), { status: 404 });
  });
});

test('a failure of our own is not taken for a provider that does not respond, and is overcome', async (t) => {
  const errors = t.mock.method(app.system.log, 'error', () => undefined);
  const provider = fakeProvider();
  const { orderId, pay } = await cartAt(provider);
  await pay();
  provider.state = PAID;
  const { id } = await paymentOf(orderId);
  for (let turn = 0; turn < 14; turn += 1) {
    app.system.clock.advance(HOUR_MS);
    await runPaymentJobs(withoutPayables(withProvider(app.system, provider)));
  }
  assert.match(JSON.stringify(errors.mock.calls.map((call) => call.arguments)), /could not be recorded/);
  assert.deepEqual([(await paymentOf(orderId)).status, await jobsAbout(id)], ['Pending', 1]);
  app.system.clock.advance(HOUR_MS);
  await runJobs(provider);
  assert.equal((await orderOf(orderId)).status, 'Completed');
});

test('an unknown database failure is a defect, and is not called surplus', async () => {
  const provider = fakeProvider();
  const { orderId, pay } = await cartAt(provider);
  await pay();
  const { id } = await paymentOf(orderId);
  await assert.rejects(recordPaymentState(withoutPayables(app.ctx), id, PAID), /nobody knows/);
  assert.equal((await paymentOf(orderId)).status, 'Pending');
});
