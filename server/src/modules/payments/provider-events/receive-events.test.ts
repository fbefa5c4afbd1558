import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import {
  HOUR_MS,
  messageOf,
  openPaymentShop,
  PAID,
  type PaymentShop,
} from '../../../../test/payment-shop.ts';
import { report, sandboxEvent, withProvider } from '../../../../test/payments.ts';
import { receiveEvents } from '../index.ts';

let shop: PaymentShop;
before(async () => {
  shop = await openPaymentShop();
});
after(() => shop.app.close());

describe('events of a provider', () => {
  test('cause one query each, whatever they contain, and however often they arrive', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    await pay();
    const { id: paymentId, providerReference } = await shop.paymentOf(orderId);
    const event = {
      id: randomUUID(),
      kind: 'Payment',
      reference: providerReference ?? '',
      paymentId,
    } as const;
    for (let turn = 0; turn < 3; turn += 1) await shop.receive(provider, event, event);
    assert.equal(await shop.jobsAbout(paymentId), 2, 'the one that looks after it, and the one of the event');
    await shop.runJobs(provider);
    assert.equal((await shop.orderOf(orderId)).status, 'PaymentProcessing', 'the provider knows of no money');
    assert.equal(await shop.jobsAbout(paymentId), 1);
    // Refunds and disputes are recorded.
    const dispute = { ...event, id: randomUUID(), kind: 'Dispute' } as const;
    await shop.receive(provider, dispute);
    assert.equal(await shop.jobsAbout(paymentId), 1);
  });

  test('cause queries until the provider responds, however long that takes', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    await pay();
    const { id: paymentId, providerReference } = await shop.paymentOf(orderId);
    await report(shop.app.ctx, await shop.paymentOf(orderId), { kind: 'Failed', reason: 'No.' });
    const event = {
      id: randomUUID(),
      kind: 'Payment',
      reference: providerReference ?? '',
      paymentId,
    } as const;
    await shop.receive(provider, event);
    provider.state = 'Away';
    for (let turn = 0; turn < 15; turn += 1) {
      await shop.runJobs(provider);
      shop.app.system.clock.advance(HOUR_MS);
    }
    provider.state = PAID;
    await shop.runJobs(provider);
    assert.equal((await shop.orderOf(orderId)).status, 'Completed');
    assert.equal(await shop.jobsAbout(paymentId), 0);
  });

  test('of payments that are unknown, or of another account, are ignored', async () => {
    const provider = fakeProvider();
    const { orderId, pay } = await shop.cartAt(provider);
    await pay();
    const { id: paymentId, providerReference } = await shop.paymentOf(orderId);
    const event = {
      id: randomUUID(),
      kind: 'Payment',
      reference: providerReference ?? '',
      paymentId,
    } as const;
    const foreign = { ...shop.app.ctx, account: shop.app.other };
    await receiveEvents(withProvider(foreign, provider), 'sandbox', messageOf(event));
    await shop.receive(provider, { ...event, reference: 'x', paymentId: null });
    assert.equal(await shop.jobsAbout(paymentId), 1);
  });

  test('are refused without a signature of the provider, and where it takes no payments', async () => {
    const message = sandboxEvent(shop.app.system, 'sandbox~x');
    await receiveEvents(shop.app.ctx, 'sandbox', message);
    for (const forged of [
      { ...message, headers: {} },
      { ...message, body: `${message.body} ` },
    ])
      await assert.rejects(receiveEvents(shop.app.ctx, 'sandbox', forged), {
        errorType: 'InvalidEventSignature',
      });
    const { config } = shop.app.system;
    const production = { ...shop.app.ctx, config: { ...config, hasDevFeatures: false } };
    for (const [ctx, name] of [
      [production, 'sandbox'],
      [shop.app.ctx, 'nobody'],
    ] as const)
      await assert.rejects(receiveEvents(ctx, name, message), { status: 404 });
  });
});
