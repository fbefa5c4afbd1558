import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { orderSubject, oweMoney } from '../../modules/orders/index.ts';
import type { DisputeStatus } from '../../modules/payments/domain/refund-state.ts';
import {
  listPayments,
  type Payment,
  recordPaymentState,
  recordReversals,
} from '../../modules/payments/index.ts';
import type { Reversals } from '../../modules/payments/provider.ts';
import { returnMoneyJob } from '../../modules/subscriptions/index.ts';
import { transaction } from '../../platform/context/context.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { listEvents } from '../../platform/journal/store.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { type OperatorAtWork, operatorAtWork } from '../../../test/operators.ts';
import { paidInFull } from '../../../test/payments.ts';
import { foreign } from '../../../test/reversible-sale.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';

const euros = (amount: number) => ({ currency: 'EUR', amount });
const TRANSFER = { amount: euros(49), reason: 'By bank transfer on May 4' };

let app: TestApp;
let desk: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  desk = await merchantOf(app, app.demo, 'orders:read', 'orders:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

async function buy(
  outcome: 'Succeed' | 'Delay',
  email: string,
): Promise<{ orderId: string; payment: Payment }> {
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const payload = { name: 'Gus', email, sandboxOutcome: outcome };
  assert.equal((await app.inject({ method: 'POST', url: pay, payload })).statusCode, 200);
  const [payment = assert.fail('no payment')] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  return { orderId, payment };
}

/** An order whose money is owed to its buyer. */
async function owed(email = 'gus@example.com') {
  const sale = await buy('Succeed', email);
  const debt = { orderId: sale.orderId, reason: 'The subscription had ended.' };
  assert.ok(await transaction(app.ctx, (tx) => oweMoney(tx, debt)));
  return sale;
}

interface Order {
  readonly owed?: { readonly amount: { readonly amount: number } };
  readonly refunds: readonly Record<string, unknown>[];
}

const orderNow = (id: string) => desk.call<Order>('GET', `/api/orders/${id}`);
const undue = async () =>
  (await desk.call<{ items: { id: string }[] }>('GET', '/api/orders?undue=true&pageSize=100')).items.map(
    ({ id }) => id,
  );
const settle = (id: string, body: object = TRANSFER, headers = {}) =>
  desk.send('POST', `/api/orders/${id}/settle-undue`, body, headers);

async function mailsTo(recipient: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const own = await mails.where('recipient', '=', recipient).where('kind', '=', 'Refund').execute();
  return own.map(({ textBody }) => textBody.replaceAll(/\s+/g, ' '));
}

/** Everything that waits, as on a day on which all of it runs. */
async function runJobs(): Promise<void> {
  app.system.clock.advance(90_000_000);
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

test('owed money that went back in another way is recorded, refundEvents to the buyer, and never returned again', async () => {
  const { orderId, payment } = await owed('elsewhere@example.com');
  assert.ok((await undue()).includes(orderId));
  const answer = await settle(orderId);
  assert.equal(answer.statusCode, 201, answer.body);
  const { status, elsewhere, origin, amount, reason, revokeLicenses, providerReference } = answer.json();
  assert.deepEqual(
    [status, elsewhere, origin, amount.amount, reason, revokeLicenses, providerReference],
    ['Succeeded', true, 'Vendor', 49, TRANSFER.reason, false, undefined],
  );
  const order = await orderNow(orderId);
  assert.deepEqual([order.owed, (await undue()).includes(orderId)], [undefined, false]);
  const [mail = '', ...more] = await mailsTo('elsewhere@example.com');
  assert.deepEqual(more, []);
  assert.match(mail, /By bank transfer on May 4/);
  assert.match(mail, /in another way than to your original payment method/);
  // Whatever was to return it.
  await transaction(app.ctx, (tx) => returnMoneyJob.enqueue(tx, { orderId }));
  await runJobs();
  assert.equal((await orderNow(orderId)).refunds.length, 1);
  const events = await listEvents(app.system.database.reader, app.demo.id, {
    subject: `payment/${payment.id}`,
    afterId: undefined,
    limit: 99,
    isOldestFirst: true,
  });
  const refundEvents = events.filter(({ type }) => type.startsWith('refund.'));
  assert.deepEqual(
    refundEvents.map(({ type, data }) => [type, data?.['isElsewhere'], data?.['amountMinor']]),
    [
      ['refund.created', true, 4_900],
      ['refund.succeeded', true, 4_900],
    ],
  );
  assert.equal((await settle(orderId)).json().errorType, 'NothingPaid', 'once');
});

test('what is left after a refund is settled, and nothing more; the same request twice settles once', async () => {
  const { orderId } = await owed();
  const part = { amount: euros(20) };
  await desk.call('POST', `/api/orders/${orderId}/refunds`, part);
  const key = { 'idempotency-key': orderId };
  const rest = { ...TRANSFER, amount: euros(29) };
  const [first, again] = [await settle(orderId, rest, key), await settle(orderId, rest, key)];
  assert.deepEqual([first.json().amount.amount, again.json().id], [29, first.json().id]);
  assert.equal((await orderNow(orderId)).refunds.length, 2);
});

test('the money of a payment that paid nothing is settled by its id', async () => {
  const { orderId, payment } = await buy('Delay', 'late@example.com');
  await recordPaymentState(app.ctx, payment.id, { ...paidInFull(payment), amountMinor: 4_901 });
  assert.ok((await undue()).includes(orderId));
  const unnamed = await settle(orderId);
  assert.deepEqual([unnamed.statusCode, unnamed.json().errorType], [409, 'NothingPaid']);
  const settled = await settle(orderId, { ...TRANSFER, amount: euros(49.01), paymentId: payment.id });
  assert.deepEqual([settled.statusCode, settled.json().amount?.amount], [201, 49.01], settled.body);
  assert.equal((await mailsTo('late@example.com')).length, 1);
  assert.equal((await undue()).includes(orderId), false);
  assert.equal((await settle(orderId, { ...TRANSFER, paymentId: payment.id })).statusCode, 409);
});

test('what becomes of a payment that paid nothing leaves the licenses that another one paid for', async () => {
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const buyer = { name: 'Gus', email: 'both@example.com' };
  await app.inject({ method: 'POST', url: pay, payload: { ...buyer, sandboxOutcome: 'Fail' } });
  assert.equal((await app.inject({ method: 'POST', url: pay, payload: buyer })).json().status, 'Completed');
  const payments = await listPayments(app.ctx, orderSubject({ id: orderId }));
  const [late, paid] = ['Failed', 'Succeeded'].map(
    (status) => payments.find((payment) => payment.status === status) ?? assert.fail(status),
  );
  const record = (payment: Payment | undefined, reversals: Partial<Reversals>) =>
    recordReversals(app.ctx, payment?.id ?? '', { refunds: [], disputes: [], warnings: [], ...reversals });
  const disputes = (status: DisputeStatus) => {
    const money = { amountMinor: 4_900, currency: 'EUR' };
    return { disputes: [{ reference: `d-${orderId}`, ...money, reason: 'fraudulent', status }] };
  };
  const licenses = async () =>
    (await listLicenses(app.ctx, { orderId, limit: 9 })).map(
      ({ status, revocationReason }) => revocationReason ?? status,
    );
  await recordPaymentState(app.ctx, late?.id ?? '', paidInFull({ amountMinor: 4_900, currency: 'EUR' }));
  await record(paid, disputes('Open'));
  for (const status of ['Open', 'Won'] as const) await record(late, disputes(status));
  assert.deepEqual(await licenses(), ['Dispute'], 'the dispute of the other one is open');
  await record(paid, disputes('Won'));
  assert.deepEqual([await licenses(), (await undue()).includes(orderId)], [['Active'], true]);
  await record(late, { refunds: [foreign(4_900)] });
  assert.deepEqual([await licenses(), (await undue()).includes(orderId)], [['Active'], false]);
});

test('nothing is settled without a reason, of a disputed payment, where nothing is owed, or of another account', async () => {
  const { orderId, payment } = await owed();
  for (const body of [
    {},
    { ...TRANSFER, reason: ' \n' },
    { reason: 'No amount' },
    { ...TRANSFER, amount: euros(0) },
  ])
    assert.equal((await settle(orderId, body)).statusCode, 400);
  const fine = await buy('Succeed', 'fine@example.com');
  assert.equal((await settle(fine.orderId)).json().errorType, 'NothingPaid');
  assert.equal((await settle(fine.orderId, { ...TRANSFER, paymentId: payment.id })).statusCode, 404);
  assert.equal((await settle(crypto.randomUUID())).statusCode, 404);
  const dispute = {
    reference: 'd',
    amountMinor: 4_900,
    currency: 'EUR',
    reason: 'fraudulent',
    status: 'Open',
  } as const;
  await recordReversals(app.ctx, payment.id, { refunds: [], disputes: [dispute], warnings: [] });
  assert.equal((await settle(orderId)).json().errorType, 'PaymentDisputed');
  const stranger = await merchantOf(app, app.other);
  const url = `/api/orders/${orderId}/settle-undue`;
  assert.equal((await stranger.send('POST', url, TRANSFER)).statusCode, 404);
  const reader = await merchantOf(app, app.demo, 'orders:read');
  assert.equal((await reader.send('POST', url, TRANSFER)).statusCode, 403);
  assert.ok((await undue()).includes(orderId));
  assert.deepEqual((await orderNow(orderId)).refunds, []);
});

test('only what has to go back is settled, in full, and only of the payment that it was paid with', async () => {
  const { orderId, pay } = await checkOut(app, [ONE_APP]);
  const buyer = { name: 'Gus', email: 'again@example.com' };
  await app.inject({ method: 'POST', url: pay, payload: { ...buyer, sandboxOutcome: 'Fail' } });
  assert.equal((await app.inject({ method: 'POST', url: pay, payload: buyer })).json().status, 'Completed');
  await transaction(app.ctx, (tx) => oweMoney(tx, { orderId, reason: 'The subscription had ended.' }));
  const failed = (await listPayments(app.ctx, orderSubject({ id: orderId }))).find(
    ({ status }) => status === 'Failed',
  );
  const refusals = [
    [{ ...TRANSFER, paymentId: failed?.id }, 'NothingPaid'],
    [{ ...TRANSFER, amount: euros(48.99) }, 'UndueMoneyChanged'],
    [{ ...TRANSFER, amount: { currency: 'USD', amount: 49 } }, 'UndueMoneyChanged'],
  ] as const;
  for (const [body, errorType] of refusals) {
    const refused = await settle(orderId, body);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, errorType]);
  }
  assert.deepEqual((await orderNow(orderId)).refunds, []);
  assert.ok((await undue()).includes(orderId));
});

test('an operator settles no more than a refund of their role gives back, and confirms more with the password', async () => {
  await updateSettings(app.ctx, { refundLimit: 10 });
  try {
    const { orderId } = await owed();
    const url = `/api/orders/${orderId}/settle-undue`;
    const [support, finance] = [await operatorAtWork(app, 'Support'), await operatorAtWork(app, 'Finance')];
    const errorTypeFor = async (operator: OperatorAtWork) =>
      (await operator.call('POST', url, TRANSFER)).json().errorType;
    assert.equal(await errorTypeFor(support), 'RefundLimitExceeded');
    assert.equal(await errorTypeFor(finance), 'ConfirmationRequired');
    assert.deepEqual((await orderNow(orderId)).refunds, []);
    await finance.confirm();
    assert.equal((await finance.call('POST', url, TRANSFER)).statusCode, 201);
  } finally {
    await updateSettings(app.ctx, { refundLimit: undefined });
  }
});
