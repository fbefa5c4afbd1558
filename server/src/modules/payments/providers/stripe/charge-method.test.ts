import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBill, aCharge, Bills, chargeBill, onlyNews, payBill } from '../../../../../test/bills.ts';
import { MortalProcess } from '../../../../../test/crashes.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { jobHandlers } from '../../../../jobs.ts';
import { transaction } from '../../../../platform/context/context.ts';
import { startJobWorker } from '../../../../platform/jobs/start-job-worker.ts';
import type { System } from '../../../../platform/system.ts';
import { findAccount } from '../../../accounts/index.ts';
import {
  cancelPayment,
  findPayment,
  listDisputes,
  listRefunds,
  lockRefundable,
  methodOfPayment,
  openRefund,
  settlePayment,
} from '../../index.ts';

let shop: StripeShop;
const bills = new Bills();
before(async () => {
  shop = await openStripeShop();
});
after(() => shop.close());

const HOUR_MS = 3_600_000;
const INTENTS = /^\/payment_intents$/;

async function billing() {
  const { ctx, system } = shop.app;
  const account = (await findAccount(system, ctx.account.id)) ?? assert.fail();
  return bills.within({ ...ctx, account });
}

async function runJobs(system: System = bills.within(shop.app.system)): Promise<void> {
  const worker = startJobWorker(shop.app.system, jobHandlers(system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

/** Our id of a card that its owner has saved with a first payment. */
async function saved(bill: string, card: string = CARDS.good): Promise<string> {
  const ctx = await billing();
  const { id } = await payBill(ctx, aBill(bill));
  const session = (await findPayment(ctx, id))?.providerReference ?? assert.fail('it was not started');
  shop.stripe.money.payByCard(session, card);
  await settlePayment(ctx, id);
  return (await methodOfPayment(ctx, id))?.id ?? assert.fail('nothing was saved');
}

/** A charge that its job has not performed yet. */
async function aPendingCharge(bill: string, card: string = CARDS.good) {
  const methodId = await saved(`${bill}-first`, card);
  return chargeBill(await billing(), aCharge(bill, methodId));
}

/** The payment intents of a charge at Stripe. */
const intentsOf = (paymentId: string) =>
  shop.stripe.state.intents.list(({ metadata }) => metadata['latchkey_payment'] === paymentId);

test('a saved card is charged off session, for the customer that it belongs to, under the key of the payment', async () => {
  const payment = await aPendingCharge('plain');
  await runJobs();
  assert.equal(onlyNews(bills.of('plain')).what, 'paid');
  const [intent = assert.fail()] = intentsOf(payment.id);
  const { amount_received: received, currency, description } = intent;
  assert.deepEqual([received, currency, description], [4_900, 'eur', 'A year']);
  const call = shop.stripe.calls.findLast(({ method, path }) => method === 'POST' && INTENTS.test(path));
  assert.equal(call?.idempotencyKey, `charge-${payment.id}-1`);
  assert.match(call?.body ?? '', /off_session=true/);
  assert.match(call?.body ?? '', /confirm=true/);
  const ended = await findPayment(await billing(), payment.id);
  assert.deepEqual(
    [ended?.providerReference, ended?.details?.cardCountry, ended?.details?.method],
    [intent.id, 'AT', 'card'],
  );
});

describe('a bank that declines gives advice', () => {
  for (const [card, advice] of [
    ['hasNoMoney', 'TryAgain'],
    ['confirmsEach', 'BuyerNeeded'],
    ['isExpired', 'BuyerNeeded'],
    ['isLost', 'NeverAgain'],
  ] as const)
    test(`${card}: ${advice}; the decline is no failure of the call`, async () => {
      const bill = `declined-${card}`;
      const payment = await aPendingCharge(bill, CARDS[card]);
      await runJobs();
      const { what, failure } = onlyNews(bills.of(bill));
      assert.deepEqual([what, failure?.advice, failure?.wasSubmitted], ['failed', advice, false]);
      assert.equal(intentsOf(payment.id).length, 1);
    });

  test('a card that Stripe no longer has is never tried again; another refusal is tried later, and logged', async () => {
    const orphan = await aPendingCharge('gone');
    const { instruction } = orphan;
    assert.ok(instruction !== null && 'method' in instruction);
    shop.stripe.state.methods.delete(instruction.method.reference);
    await runJobs();
    const { failure: orphanFailure } = onlyNews(bills.of('gone'));
    assert.deepEqual([orphanFailure?.advice, orphanFailure?.isShopFault], ['NeverAgain', undefined]);
    await aPendingCharge('bad');
    shop.stripe.faults.add('POST', INTENTS, 'BadRequest', 1);
    await runJobs();
    const { failure: otherFailure } = onlyNews(bills.of('bad'));
    assert.deepEqual([otherFailure?.advice, otherFailure?.isShopFault], ['TryAgain', true]);
  });

  for (const fault of ['UsedMethod', 'OtherMethod'] as const) {
    test(`a refusal without a code that names a method which is its customer's no more (${fault}) needs the buyer`, async () => {
      const { instruction } = await aPendingCharge(fault);
      assert.ok(instruction !== null && 'method' in instruction);
      const { methods } = shop.stripe.state;
      const method = methods.get(instruction.method.reference) ?? assert.fail('it was saved');
      methods.put({ ...method, customer: null });
      shop.stripe.faults.add('POST', INTENTS, fault, 1);
      await runJobs();
      const { failure } = onlyNews(bills.of(fault));
      assert.deepEqual([failure?.advice, failure?.isShopFault], ['BuyerNeeded', undefined]);
    });

    test(`the same refusal of a method that is there (${fault}) is the shop's to mend: no buyer is asked`, async () => {
      await aPendingCharge(`kept-${fault}`);
      shop.stripe.faults.add('POST', INTENTS, fault, 1);
      await runJobs();
      const { failure } = onlyNews(bills.of(`kept-${fault}`));
      assert.deepEqual([failure?.advice, failure?.isShopFault], ['TryAgain', true]);
    });
  }
});

describe('a charge is made once', () => {
  for (const fault of [
    'DropAnswer',
    'StallAnswer',
    'LateError',
    'ServerError',
    'RateLimit',
    'Forbidden',
  ] as const)
    test(`although Stripe answers with ${fault}, to all calls of an hour`, async () => {
      const bill = `fault-${fault}`;
      const payment = await aPendingCharge(bill);
      shop.stripe.faults.add('POST', INTENTS, fault, 3);
      if (fault.endsWith('Answer')) shop.stripe.faults.add('GET', INTENTS, 'Stall', 1);
      await runJobs();
      shop.stripe.faults.clear();
      shop.app.system.clock.advance(HOUR_MS);
      await runJobs();
      assert.equal(onlyNews(bills.of(bill)).what, 'paid');
      assert.equal(intentsOf(payment.id).length, 1);
    });

  test('also if the answer is lost for longer than Stripe keeps keys', async () => {
    const payment = await aPendingCharge('old-key');
    shop.stripe.faults.add('POST', INTENTS, 'DropAnswer', 3);
    shop.stripe.faults.add('GET', INTENTS, 'Stall', 100);
    await runJobs();
    shop.stripe.faults.clear();
    shop.stripe.state.answers.clear();
    shop.app.system.clock.advance(60 * HOUR_MS);
    await runJobs();
    assert.equal(onlyNews(bills.of('old-key')).what, 'paid');
    assert.equal(intentsOf(payment.id).length, 1);
  });

  test('wherever the process dies, at every transaction and call, before and after it', async () => {
    let hasDied = true;
    let deaths = 0;
    for (let step = 1; hasDied; step += 1) {
      const bill = `death-${step}`;
      const payment = await aPendingCharge(bill);
      const mortal = new MortalProcess(step);
      await runJobs(mortal.systemOf(bills.within(shop.app.system)));
      hasDied = mortal.hasDied;
      deaths += Number(hasDied);
      shop.app.system.clock.advance(HOUR_MS);
      await runJobs();
      assert.equal(onlyNews(bills.of(bill)).what, 'paid', `step ${step}`);
      assert.equal(intentsOf(payment.id).length, 1, `step ${step}`);
    }
    assert.ok(deaths >= 8, `it died only ${deaths} times`);
  });
});

describe('what Stripe reports of a charge leads to it', () => {
  test('the event of a success or a failure settles it, also if its reference was lost', async () => {
    for (const [bill, card, news] of [
      ['event-paid', CARDS.good, 'paid'],
      ['event-failed', CARDS.isLost, 'failed'],
    ] as const) {
      const payment = await aPendingCharge(bill, card);
      shop.stripe.deliveries.take();
      shop.stripe.faults.add('POST', INTENTS, 'DropAnswer', 3);
      shop.stripe.faults.add('GET', INTENTS, 'Stall', 100);
      await runJobs();
      shop.stripe.faults.clear();
      assert.deepEqual(bills.of(bill), []);
      for (const message of shop.stripe.deliveries.take()) assert.equal(await shop.send(message), 200);
      await runJobs();
      assert.equal(onlyNews(bills.of(bill)).what, news);
      assert.equal(intentsOf(payment.id).length, 1);
    }
  });

  test('one that a bank works on for days is waited for, and its cancellation at Stripe ends it', async () => {
    const payment = await aPendingCharge('debit');
    shop.stripe.faults.add('POST', INTENTS, 'DropAnswer', 3);
    shop.stripe.faults.add('GET', INTENTS, 'Stall', 100);
    await runJobs();
    shop.stripe.faults.clear();
    const [intent = assert.fail()] = intentsOf(payment.id);
    shop.stripe.state.intents.put({ ...intent, status: 'processing' });
    shop.app.system.clock.advance(72 * HOUR_MS);
    await runJobs();
    assert.deepEqual(bills.of('debit'), [], 'a direct debit takes days');
    shop.stripe.deliveries.take();
    shop.stripe.money.cancelIntent(intent.id);
    await reportAll();
    const { what, failure } = onlyNews(bills.of('debit'));
    assert.deepEqual([what, failure?.advice], ['failed', 'TryAgain']);
  });

  test('a refund, a dispute and its end concern it, as any other payment', async () => {
    const { id: paymentId } = await aPendingCharge('reversed');
    await runJobs();
    const [intent = assert.fail()] = intentsOf(paymentId);
    const dispute = shop.stripe.money.dispute(intent.id);
    await reportAll();
    const subject = aBill('reversed').subject;
    assert.deepEqual(
      (await listDisputes(shop.app.ctx, { subject, limit: 10 })).map(({ status }) => status),
      ['Open'],
    );
    shop.stripe.money.decide(dispute.id, 'won');
    await reportAll();
    shop.stripe.money.refund(intent.id, 900);
    await reportAll();
    const news = bills.of('reversed').map(({ what }) => what);
    assert.deepEqual(news, ['paid', 'suspended', 'restored', 'refunded']);
    const ctx = await billing();
    await transaction(ctx, async (tx) => {
      const refundable = await lockRefundable(tx, subject, paymentId);
      await openRefund(tx, refundable, { amountMinor: 4_000, reason: null });
    });
    shop.app.system.clock.advance(HOUR_MS);
    await runJobs();
    const refunds = await listRefunds(ctx, { ...subject, limit: 10 });
    assert.deepEqual(
      refunds.map(({ status, amountMinor }) => [status, amountMinor]),
      [
        ['Succeeded', 4_000],
        ['Succeeded', 900],
      ],
    );
    assert.equal(shop.stripe.money.chargeOfIntent(intent.id).amount_refunded, 4_900);
  });
});

async function reportAll(): Promise<void> {
  for (const message of shop.stripe.deliveries.take()) assert.equal(await shop.send(message), 200);
  await runJobs();
}

test('a charge that ended stays as it is when it is cancelled; the intents of others are left alone', async () => {
  const payment = await aPendingCharge('cancel');
  shop.stripe.faults.add('POST', INTENTS, 'DropAnswer', 3);
  shop.stripe.faults.add('GET', INTENTS, 'Stall', 100);
  await runJobs();
  shop.stripe.faults.clear();
  await cancelPayment(await billing(), payment.id);
  assert.equal(onlyNews(bills.of('cancel')).what, 'paid', 'Stripe was faster');
});
