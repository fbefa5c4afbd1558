import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fakeProvider, type FakeProvider } from '../../../../test/fake-provider.ts';
import { DUE, HOUR_MS, openPaymentShop, PAID, type PaymentShop } from '../../../../test/payment-shop.ts';
import {
  DECLINED,
  report,
  runPaymentJobs,
  withoutPayables,
  withProvider,
} from '../../../../test/payments.ts';
import { recordPaymentState } from '../index.ts';
import { type PaymentState } from '../domain/payment-state.ts';

let shop: PaymentShop;
before(async () => {
  shop = await openPaymentShop();
});
after(() => shop.app.close());

describe('a payment whose provider never reports', () => {
  /** Starts one, and checks it once an hour until its deadline. */
  async function unreported(state: FakeProvider['state']) {
    const provider = fakeProvider();
    const cart = await shop.cartAt(provider);
    await cart.pay();
    provider.state = state;
    for (let hour = 0; hour < 24; hour += 1) {
      shop.app.system.clock.advance(HOUR_MS);
      await shop.runJobs(provider);
      assert.equal((await shop.orderOf(cart.orderId)).status, 'PaymentProcessing', `after ${hour + 1} hours`);
      assert.equal(
        await shop.jobsAbout((await shop.paymentOf(cart.orderId)).id),
        1,
        'one job looks after it',
      );
    }
    shop.app.system.clock.advance(2 * HOUR_MS);
    await shop.runJobs(provider);
    return { ...cart, provider, payment: await shop.paymentOf(cart.orderId) };
  }

  test('fails after its time, is ended at the provider, and leaves nothing to do', async () => {
    const { orderId, payment, provider } = await unreported({ kind: 'Pending' });
    assert.deepEqual(provider.cancels, [payment.providerReference]);
    assert.equal(payment.status, 'Failed');
    assert.deepEqual(await shop.statusAndFailure(orderId), [
      'Open',
      'The payment was not completed in time. Please try again.',
    ]);
    assert.equal(await shop.jobsAbout(payment.id), 0);
  });

  test('stays pending while the provider does not respond, whatever its deadline, and completes the order by itself', async () => {
    const { orderId, payment, provider } = await unreported('Away');
    assert.equal(payment.status, 'Pending');
    assert.deepEqual(await shop.statusAndFailure(orderId), ['PaymentProcessing', undefined]);
    assert.equal(await shop.jobsAbout(payment.id), 1, 'one job looks after it');
    provider.state = PAID;
    shop.app.system.clock.advance(HOUR_MS);
    await shop.runJobs(provider);
    assert.equal((await shop.orderOf(orderId)).status, 'Completed');
    assert.equal((await shop.paymentOf(orderId)).status, 'Succeeded');
  });

  test('fails after its time when the account was disconnected from its provider', async () => {
    const { payment, provider } = await unreported('Away');
    provider.isReady = async () => false;
    shop.app.system.clock.advance(HOUR_MS);
    await shop.runJobs(provider);
    assert.equal((await shop.paymentOf(payment.subjectId)).status, 'Failed');
    assert.equal(await shop.jobsAbout(payment.id), 0);
  });

  test('fails after its time when its provider is no longer known here', async () => {
    const { payment, provider } = await unreported('Away');
    shop.app.system.clock.advance(HOUR_MS);
    await shop.runJobs({ ...provider, name: 'another' });
    assert.equal((await shop.paymentOf(payment.subjectId)).status, 'Failed');
  });

  test('that a bank still works on when it is ended is waited for', async () => {
    const { orderId, payment, provider } = await unreported('Away');
    const until = new Date(shop.app.system.clock.now().getTime() + 24 * HOUR_MS);
    const reports: PaymentState[] = [{ kind: 'Pending' }, { kind: 'Pending', until }];
    provider.fetch = async () => reports.shift() ?? assert.fail();
    provider.cancel = async () => undefined;
    shop.app.system.clock.advance(HOUR_MS);
    await shop.runJobs(provider);
    assert.deepEqual([reports.length, (await shop.paymentOf(orderId)).status], [0, 'Pending']);
    assert.equal(await shop.jobsAbout(payment.id), 1);
  });

  test('is surplus when its money arrives after another payment has paid', async () => {
    const { orderId, pay, payment, provider } = await unreported({ kind: 'Pending' });
    provider.state = PAID;
    await pay();
    await report(shop.app.ctx, await shop.paymentOf(orderId), PAID);
    assert.equal((await shop.orderOf(orderId)).status, 'Completed');
    await report(shop.app.ctx, payment, PAID);
    assert.deepEqual(
      (await shop.paymentsOf(orderId)).map(({ status }) => status),
      ['Surplus', 'Succeeded'],
    );
  });
});

describe('money that is not what is due', () => {
  async function arrived(state: PaymentState) {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    await pay();
    provider.state = state;
    await pay();
    return { orderId, payment: await shop.paymentOf(orderId) };
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
      const [status, failure = ''] = await shop.statusAndFailure(orderId);
      assert.equal(status, 'Open');
      assert.match(failure, /not the amount that is due/);
    }
  });

  test('leaves the order to the payment that runs, when it arrives for one that has failed', async () => {
    for (const [expected, amountMinor] of Object.entries({ Short: 4_899, Surplus: 4_901 })) {
      const provider = fakeProvider();
      const { orderId, pay } = await shop.cartAt(provider);
      await pay();
      const first = await shop.paymentOf(orderId);
      await report(shop.app.ctx, first, DECLINED);
      await pay();
      await recordPaymentState(shop.app.ctx, first.id, { kind: 'Succeeded', ...DUE, amountMinor });
      assert.deepEqual(await shop.statusAndFailure(orderId), ['PaymentProcessing', undefined]);
      assert.deepEqual(
        (await shop.paymentsOf(orderId)).map(({ status }) => status),
        [expected, 'Pending'],
      );
    }
  });

  test('pays nothing when it is more, and is kept as surplus, with what the provider tells about the money', async () => {
    const details = { taxMinor: 800, taxMode: 'Exclusive', cardCountry: 'AT' } as const;
    const more = { kind: 'Succeeded', amountMinor: 5_000, currency: 'EUR', details } as const;
    const { orderId, payment } = await arrived(more);
    assert.deepEqual([payment.status, payment.receivedMinor, payment.details], ['Surplus', 5_000, details]);
    assert.equal((await shop.orderOf(orderId)).status, 'Open');
  });
});

test('a failure of our own is not taken for a provider that does not respond, and is overcome', async (t) => {
  const errors = t.mock.method(shop.app.system.log, 'error', () => undefined);
  const provider = fakeProvider();
  const { orderId, pay } = await shop.cartAt(provider);
  await pay();
  provider.state = PAID;
  const { id } = await shop.paymentOf(orderId);
  for (let turn = 0; turn < 14; turn += 1) {
    shop.app.system.clock.advance(HOUR_MS);
    await runPaymentJobs(withoutPayables(withProvider(shop.app.system, provider)));
  }
  assert.match(JSON.stringify(errors.mock.calls.map((call) => call.arguments)), /could not be recorded/);
  assert.deepEqual([(await shop.paymentOf(orderId)).status, await shop.jobsAbout(id)], ['Pending', 1]);
  shop.app.system.clock.advance(HOUR_MS);
  await shop.runJobs(provider);
  assert.equal((await shop.orderOf(orderId)).status, 'Completed');
});

test('an unknown database failure is a defect, and is not called surplus', async () => {
  const provider = fakeProvider();
  const { orderId, pay } = await shop.cartAt(provider);
  await pay();
  const { id } = await shop.paymentOf(orderId);
  await assert.rejects(recordPaymentState(withoutPayables(shop.app.ctx), id, PAID), /nobody knows/);
  assert.equal((await shop.paymentOf(orderId)).status, 'Pending');
});
