import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { operatorAtWork } from '../../../../test/operators.ts';
import { paidInFull, report } from '../../../../test/payments.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../../../../test/shop.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { updateSettings } from '../../accounts/index.ts';
import {
  listPayments,
  listRefunds,
  listUnduePayments,
  type Payment,
  type PaymentState,
  performRefund,
} from '../../payments/index.ts';
import { eraseCustomer } from '../../privacy/index.ts';
import { returnUndueMoney } from '../refunds/return-undue-money.ts';
import { readOrder } from '../order/store.ts';
import { orderSubject } from './purchases.ts';

const VENDOR = 'seller@example.com';
const NOT_PAID: PaymentState = { kind: 'Failed', reason: 'The bank did not pay.', wasSubmitted: true };

let app: TestApp;
let ctx: TestApp['ctx'];
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  const account = await updateSettings(app.ctx, {
    seller: { email: VENDOR },
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
  });
  ctx = { ...app.ctx, account };
});
after(() => app.close());

/** A payment that waits for a bank. */
async function begin(checkout: { orderId: string; pay: string }, email: string): Promise<Payment> {
  app.system.clock.advance(1);
  const payload = { name: 'Gus', email, sandboxOutcome: 'Delay' };
  const response = await app.inject({ method: 'POST', url: checkout.pay, payload });
  assert.equal(response.json().status, 'PaymentProcessing', response.body);
  const [payment = assert.fail('no payment')] = await listPayments(
    ctx,
    orderSubject({ id: checkout.orderId }),
  );
  return payment;
}

async function mailsTo(recipient: string, kind: string) {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  return mails.where('recipient', '=', recipient).where('kind', '=', kind).orderBy('createdAt').execute();
}

async function purchase(buyer?: Shopper) {
  const email = buyer?.email ?? `${randomUUID()}@example.com`;
  const checkout = await checkOut(app, [ONE_APP], buyer?.auth ?? {});
  return { ...checkout, email, payment: await begin(checkout, email) };
}

const mailsAbout = async ({ id }: Payment) =>
  (await mailsTo(VENDOR, 'PaymentToVendor')).filter(({ textBody }) => textBody.includes(id));

const orderOf = async (id: string) => readOrder(app.system.database.reader, 'demo', id);

test('when a bank does not pay, buyer and seller get a mail, and its link pays the order two weeks long', async () => {
  for (const buyer of [undefined, await shopper(app)]) {
    const { orderId, email, payment } = await purchase(buyer);
    await report(ctx, payment, NOT_PAID);
    const [mail = assert.fail('no mail'), ...more] = await mailsTo(email, 'Payment');
    assert.equal(more.length, 0);
    assert.equal((await mailsAbout(payment)).length, 1);
    const [url = assert.fail('no link')] = /https?:\S+\/checkout\/\S+/.exec(mail.textBody) ?? [];
    app.system.clock.advance(13 * 86_400_000);
    const show = `/api${new URL(url).pathname}`;
    const page = (await app.inject({ url: show })).json();
    assert.deepEqual([page.status, page.taken, page.failure], ['Open', false, 'The bank did not pay.']);
    const paid = await app.inject({ method: 'POST', url: `${show}/pay`, payload: { name: 'Gus', email } });
    assert.equal(paid.json().status, 'Completed', paid.body);
    assert.equal((await orderOf(orderId))?.status, 'Completed');
  }
});

test('whoever types a stranger’s address at the checkout cannot flood it with mails about failed payments', async () => {
  const victim = `${randomUUID()}@example.com`;
  const account = await updateSettings(app.ctx, { limits: { mailsPerAddressAndHour: 2 } });
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const checkout = await checkOut(app, [ONE_APP]);
    await report({ ...app.ctx, account }, await begin(checkout, victim), NOT_PAID);
  }
  await updateSettings(app.ctx, { limits: { mailsPerAddressAndHour: 10 } });
  assert.equal((await mailsTo(victim, 'Payment')).length, 2);
});

test('a seller gets a limited number of mails about banks that do not pay, and every one about money', async () => {
  const account = await updateSettings(app.ctx, { limits: { mailsPerAddressAndHour: 2 } });
  const limited = { ...ctx, account };
  const payments = [];
  for (let attempt = 0; attempt < 6; attempt += 1) payments.push((await purchase()).payment);
  app.system.clock.advance(3_600_000);
  const count = async () => (await mailsTo(VENDOR, 'PaymentToVendor')).length;
  const earlier = await count();
  for (const payment of payments.slice(0, 3)) await report(limited, payment, NOT_PAID);
  assert.equal(await count(), earlier + 2);
  for (const payment of payments.slice(3))
    await report(limited, payment, { kind: 'Succeeded', amountMinor: 4_901, currency: 'EUR' });
  assert.equal(await count(), earlier + 5);
  await updateSettings(app.ctx, { limits: { mailsPerAddressAndHour: 10 } });
});

test('where the seller has no address, the owners of the account get the mails about payments', async () => {
  const { operator } = await operatorAtWork(app, 'Owner');
  // The account as it was before the first settings.
  const nameless = app.ctx;
  const failed = (await purchase()).payment;
  const undue = (await purchase()).payment;
  await report(nameless, failed, NOT_PAID);
  await report(nameless, undue, { kind: 'Succeeded', amountMinor: 4_901, currency: 'EUR' });
  const mails = await mailsTo(operator.email, 'PaymentToVendor');
  assert.deepEqual(
    [failed, undue].map(({ id }) => mails.filter(({ textBody }) => textBody.includes(id)).length),
    [1, 1],
  );
});

test('a payment that fails while its buyer is on the page sends no mail', async () => {
  const { email, payment } = await purchase();
  await report(ctx, payment, { kind: 'Failed', reason: 'declined' });
  assert.deepEqual([await mailsTo(email, 'Payment'), await mailsAbout(payment)], [[], []]);
});

test('too much or too little money pays nothing, is listed and told, and goes back by one call', async () => {
  for (const amountMinor of [4_901, 4_899]) {
    const { orderId, email, payment } = await purchase();
    await report(ctx, payment, { kind: 'Succeeded', amountMinor, currency: 'EUR' });
    const before = await orderOf(orderId);
    assert.deepEqual([before?.status, before?.hasUndueMoney], ['Open', true]);
    const [mail = assert.fail('no mail')] = await mailsTo(email, 'Payment');
    assert.match(mail.textBody, new RegExp(`${amountMinor / 100}[^]*/checkout/`));
    assert.equal((await mailsAbout(payment)).length, 1);
    const refund = await returnUndueMoney(ctx, payment.id);
    assert.deepEqual([refund.amountMinor, refund.status], [amountMinor, 'Succeeded']);
    assert.equal((await orderOf(orderId))?.hasUndueMoney, false);
    await assert.rejects(returnUndueMoney(ctx, payment.id), { errorType: 'RefundExceedsPayment' });
  }
});

test('only money that paid nothing goes back by that call', async () => {
  const { payment } = await purchase();
  await assert.rejects(returnUndueMoney(ctx, payment.id), { errorType: 'NothingPaid' });
  await report(ctx, payment, paidInFull(payment));
  await assert.rejects(returnUndueMoney(ctx, payment.id), { errorType: 'NothingPaid' });
  await assert.rejects(returnUndueMoney(ctx, randomUUID()), { status: 404 });
});

test('a second payment goes back by itself where the account wants that', async () => {
  const returning = { ...ctx, account: await updateSettings(ctx, { returnsUndueMoney: true }) };
  await updateSettings(ctx, { returnsUndueMoney: false });
  const { orderId, pay, email, payment } = await purchase();
  await report(ctx, payment, { kind: 'Failed', reason: 'declined' });
  const second = await begin({ orderId, pay }, email);
  await report(ctx, second, paidInFull(second));
  await report(returning, payment, paidInFull(payment));
  const refunds = await listRefunds(ctx, { ...orderSubject({ id: orderId }), limit: 5 });
  assert.deepEqual(
    refunds.map(({ paymentId, amountMinor, status }) => [paymentId, amountMinor, status]),
    [[payment.id, 4_900, 'Pending']],
  );
  assert.equal((await orderOf(orderId))?.hasUndueMoney, false);
  const [mail = assert.fail('no mail')] = await mailsTo(email, 'Payment');
  assert.doesNotMatch(mail.textBody, /\/checkout\//, 'nothing is left to pay');
});

test('money for a cart that was erased with its customer goes back by one call, or by itself where the account wants that', async () => {
  const returning = { ...ctx, account: await updateSettings(ctx, { returnsUndueMoney: true }) };
  await updateSettings(ctx, { returnsUndueMoney: false });
  for (const settled of [ctx, returning]) {
    const buyer = await shopper(app);
    const { orderId, payment } = await purchase(buyer);
    await report(ctx, payment, { kind: 'Failed', reason: 'declined' });
    await eraseCustomer(ctx, buyer.id);
    assert.equal(await orderOf(orderId), undefined);
    await report(settled, payment, paidInFull(payment));
    const [mail = assert.fail('no mail')] = await mailsAbout(payment);
    const refunds = () => listRefunds(ctx, { ...orderSubject({ id: orderId }), limit: 5 });
    const isReturned = settled === returning;
    assert.equal((await refunds()).length, isReturned ? 1 : 0);
    assert.equal(mail.textBody.includes('latchkey payments refund'), !isReturned, mail.textBody);
    const undue = (await listUnduePayments(ctx)).some(({ id }) => id === payment.id);
    assert.equal(undue, !isReturned, 'it is listed until it goes back');
    if (!isReturned) await returnUndueMoney(ctx, payment.id);
    else await performRefund(ctx, (await refunds())[0]?.id ?? '');
    assert.deepEqual(
      (await refunds()).map(({ amountMinor, status }) => [amountMinor, status]),
      [[4_900, 'Succeeded']],
    );
    assert.ok((await listUnduePayments(ctx)).every(({ id }) => id !== payment.id));
  }
});
