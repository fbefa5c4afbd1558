import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { openPaymentShop, PAID, type PaymentShop, RETURN_URL } from '../../../../test/payment-shop.ts';
import { ProviderError } from '../provider-error.ts';

let shop: PaymentShop;
before(async () => {
  shop = await openPaymentShop();
});
after(() => shop.app.close());

describe('a payment is started in two phases', () => {
  test('it is committed before the provider is called, which gets all it needs', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    const { answerStart } = provider;
    let call: unknown;
    provider.answerStart = async (start) => {
      const [committed] = await shop.paymentsOf(orderId);
      call = [committed?.status, committed?.providerReference, (await shop.orderOf(orderId)).status];
      return answerStart(start);
    };
    await pay();
    assert.deepEqual(call, ['Pending', null, 'PaymentProcessing']);
    const payment = await shop.paymentOf(orderId);
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
    const { orderId, pay } = await shop.cartAt(provider);
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
    shop.app.system.clock.advance(30_000);
    await shop.runJobs(provider);
    assert.equal(
      (await shop.orderOf(orderId)).status,
      'Completed',
      'half a minute later, not after the silence',
    );
    // The first process continues after all: it changes nothing.
    answerToLose.resolve();
    await cutOff;
    const [first, second] = provider.starts;
    assert.equal(provider.starts.length, 2);
    assert.deepEqual(second, first, 'the same request, and the same key');
    const payments = await shop.paymentsOf(orderId);
    assert.deepEqual(
      payments.map(({ status, instruction, continuation }) => [status, instruction, continuation]),
      [['Succeeded', null, null]],
    );
  });

  test('one that was started is not polled before the provider had time to report', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    await pay();
    provider.state = PAID;
    shop.app.system.clock.advance(45_000);
    await shop.runJobs(provider);
    assert.equal((await shop.orderOf(orderId)).status, 'PaymentProcessing');
    shop.app.system.clock.advance(15_000);
    await shop.runJobs(provider);
    assert.equal((await shop.orderOf(orderId)).status, 'Completed');
  });

  test('one that the provider refuses, or does not respond to, reopens the order, and says so', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    provider.answerStart = async () => ({ kind: 'Refused', reason: 'No cards of this kind.' });
    await pay();
    assert.deepEqual(await shop.statusAndFailure(orderId), ['Open', 'No cards of this kind.']);
    provider.answerStart = async () => {
      throw new ProviderError('Unavailable', 'socket hang up');
    };
    shop.app.system.clock.advance(1);
    await pay();
    const [status, failure = ''] = await shop.statusAndFailure(orderId);
    assert.equal(status, 'Open');
    assert.match(failure, /could not be started\. Nothing was charged/);
    // It was paid anyway: the event is the first to contain the provider's reference.
    const { id: paymentId } = await shop.paymentOf(orderId);
    provider.state = PAID;
    const event = { id: 'e1', kind: 'Payment', reference: 'session-lost', paymentId } as const;
    await shop.receive(provider, event);
    await shop.runJobs(provider);
    assert.equal((await shop.orderOf(orderId)).status, 'Completed');
    assert.equal((await shop.paymentOf(orderId)).providerReference, 'session-lost');
  });
});
