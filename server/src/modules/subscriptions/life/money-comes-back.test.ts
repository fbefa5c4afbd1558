import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paidInFull, report, runPaymentJobs } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import { startJobWorker } from '../../../platform/jobs/start-job-worker.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import { listEvents } from '../../../platform/journal/store.ts';
import { listLicenses } from '../../licensing/index.ts';
import {
  getOrder,
  listOrders,
  listOwedMoney,
  type OwedOrder,
  pageOwedOrders,
  returnUndueMoney,
} from '../../orders/index.ts';
import { listRefunds, performRefund, recordReversals } from '../../payments/index.ts';
import type { DisputeStatus } from '../../payments/domain/refund-state.ts';
import type { ReportedDispute, Reversals } from '../../payments/provider.ts';
import { writeAttempt } from '../../payments/store.ts';
import type { Payment, PaymentTables } from '../../payments/tables.ts';
import {
  cancelSubscription,
  endSubscription,
  milestonesOf,
  renewSubscription,
  returnMoneyJob,
  takeStep,
  wakeReturns,
} from '../index.ts';
import { returnJobId } from '../return-money-job.ts';
import type { Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'orders:read', 'orders:write');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A subscription whose first renewal was charged, and the order of that. */
async function renewed(): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const paid = await nextStep(app, subscription);
  return { subscription: paid, orderId: await lastOrder(paid) };
}

async function lastOrder(subscription: Subscription): Promise<string> {
  return (await periodsNow(app, subscription)).at(-1)?.orderId ?? assert.fail('its last period has no order');
}

async function paymentOf(orderId: string): Promise<Payment> {
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail('no payment');
}

async function refund(orderId: string, payload: object): Promise<void> {
  const url = `/api/orders/${orderId}/refunds`;
  const response = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(response.statusCode, 201, response.body);
}

const reported = async (orderId: string, reversals: Partial<Reversals>) =>
  recordReversals(app.ctx, (await paymentOf(orderId)).id, {
    refunds: [],
    disputes: [],
    warnings: [],
    ...reversals,
  });

/** The bank of the buyer sends the money of the last refund of an order back. */
async function refundFails(orderId: string): Promise<void> {
  const [last = assert.fail('no refund')] = await listRefunds(app.ctx, {
    kind: 'Order',
    id: orderId,
    limit: 1,
  });
  const { id: refundId, amountMinor, currency, providerReference } = last;
  const reference = providerReference ?? `refund-${refundId}`;
  const news = { reference, refundId, amountMinor, currency };
  for (const status of ['Succeeded', 'Failed'] as const)
    await reported(orderId, { refunds: [{ ...news, status }] });
}

const disputeOf = (status: DisputeStatus): ReportedDispute => ({
  reference: 'd-1',
  amountMinor: 4_900,
  currency: 'EUR',
  reason: 'fraudulent',
  status,
});

const disputed = (orderId: string, status: DisputeStatus) =>
  reported(orderId, { disputes: [disputeOf(status)] });

const licensesOf = ({ id }: Subscription) => listLicenses(app.ctx, { subscriptionId: id, limit: 9 });

/** What was cut off is there again. */
async function assertGivenBack(before: Subscription): Promise<Subscription> {
  const now = await subscriptionNow(app, before);
  assert.deepEqual(
    [now.paidUntil, now.expiresAt, now.endedAt, now.cut],
    [before.paidUntil, before.expiresAt, null, null],
  );
  assert.deepEqual((await periodsNow(app, before)).at(-1)?.endsAt, before.paidUntil);
  assert.deepEqual(
    (await licensesOf(before)).map(({ status, expiresAt }) => [status, expiresAt]),
    [['Active', before.expiresAt]],
  );
  return now;
}

test('a dispute that is won on appeal gives back what its loss cut off, and nothing is charged without the buyer', async () => {
  const { subscription, orderId } = await renewed();
  for (const status of ['Open', 'Lost'] as const) await disputed(orderId, status);
  const over = await subscriptionNow(app, subscription);
  assert.ok(over.endedAt !== null && over.paidUntil < subscription.paidUntil);
  await disputed(orderId, 'Won');
  const back = await assertGivenBack(subscription);
  assert.deepEqual([back.status, back.paymentState, back.cancelledAt], ['Active', 'Paid', null]);
  const due = await nextStep(app, back);
  assert.equal(due.paymentState, 'NeedsBuyer', 'its method was deleted');
});

test('a refund that its bank sends back gives back the rest of what was paid, and the subscription ends with it', async () => {
  const { subscription, orderId } = await renewed();
  await refund(orderId, { subscription: 'EndNow' });
  assert.notEqual((await subscriptionNow(app, subscription)).endedAt, null);
  await refundFails(orderId);
  const back = await assertGivenBack(subscription);
  assert.equal(back.status, 'Cancelled', 'the vendor has ended it');
  assert.deepEqual((await periodsNow(app, subscription)).at(-1)?.reason, null, 'it counts as paid again');
  assert.equal((await nextStep(app, back)).status, 'Expired');
});

test('the refund of unused days that its bank sends back gives these days back, and the subscription ends with them', async () => {
  const { subscription, orderId } = await renewed();
  app.system.clock.advance(DAY_MS);
  await endSubscription(app.ctx, subscription.id, { refund: 'Unused' });
  const [unused] = await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 1 });
  await performRefund(app.ctx, unused?.id ?? assert.fail());
  assert.notEqual((await subscriptionNow(app, subscription)).endedAt, null);
  await refundFails(orderId);
  const back = await assertGivenBack(subscription);
  assert.equal(back.status, 'Cancelled', 'the vendor has ended it');
});

test('money of a first order that comes back restores its licenses, too', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds' });
  await refund(orderId, { subscription: 'EndNow' });
  assert.equal((await licensesOf(subscription))[0]?.status, 'Revoked');
  await refundFails(orderId);
  await assertGivenBack(subscription);
});

test('what is over by then stays ended, and so does what was renewed since', async () => {
  const over = await renewed();
  await refund(over.orderId, { subscription: 'EndNow' });
  const ended = await subscriptionNow(app, over.subscription);
  app.system.clock.set(new Date(over.subscription.paidUntil.getTime() + DAY_MS));
  await refundFails(over.orderId);
  const now = await subscriptionNow(app, over.subscription);
  assert.deepEqual([now.status, now.endedAt, now.dueAt], ['Expired', ended.endedAt, null]);
  assert.deepEqual(now.paidUntil, over.subscription.paidUntil);

  const { subscription, orderId } = await renewed();
  await refund(orderId, { subscription: 'EndNow' });
  const again = await renewSubscription(app.ctx, subscription.id);
  await refundFails(orderId);
  assert.deepEqual(await subscriptionNow(app, subscription), again, 'its renewal is open as before');
});

test('the licenses of a rent to own come back with the money of its last payment', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  assert.equal((await nextStep(app, subscription)).status, 'Completed');
  const orderId = await lastOrder(subscription);
  await refund(orderId, { subscription: 'EndNow' });
  assert.equal((await licensesOf(subscription))[0]?.status, 'Revoked');
  await refundFails(orderId);
  assert.deepEqual(
    (await licensesOf(subscription)).map(({ status, expiresAt }) => [status, expiresAt]),
    [['Active', null]],
  );
});

test('seats whose refund fails are charged again, with their licenses and their share of a deduction', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 3 });
  const reductions = [{ name: 'Half', amountMinor: 7_350, payments: null }];
  await rentToOwn(app, subscription, { price: { unitOriginalMinor: 4_900, adjustments: [], reductions } });
  await refund(orderId, { lines: [{ lineId: subscription.lineId, quantity: 2 }] });
  assert.equal((await subscriptionNow(app, subscription)).quantity, 1);
  await refundFails(orderId);
  const back = await subscriptionNow(app, subscription);
  assert.deepEqual([back.quantity, back.total.dueMinor], [3, 7_350]);
  assert.deepEqual(
    (await licensesOf(subscription)).map(({ status }) => status),
    ['Active', 'Active', 'Active'],
  );
  const paid = await nextStep(app, subscription);
  assert.equal((await paymentOf(await lastOrder(paid))).amountMinor, 7_350);
});

test('a cycle whose money went back does not lead to owning, but uses up a coupon', async () => {
  const { subscription, orderId } = await renewed();
  await rentToOwn(app, subscription, { ownAfterCycles: 3 });
  await refund(orderId, { subscription: 'Keep' });
  const third = await nextStep(app, subscription);
  assert.equal(third.status, 'Active', 'two of three are paid');
  assert.equal((await milestonesOf(app.ctx, third, []))?.currentCycleNumber, 2);
  const fourth = await nextStep(app, subscription);
  assert.equal(fourth.status, 'Completed');
});

const job = async () => {
  const handlers = { [returnMoneyJob.kind]: returnMoneyJob.handler(app.system) };
  const worker = startJobWorker(app.system, handlers, { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
};

/** A renewal whose charge arrives after its cancellation, and is disputed before it can be returned. */
async function lateAndDisputed(): Promise<{ subscription: Subscription; orderId: string }> {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  app.system.clock.set(subscription.paidUntil);
  await takeStep(app.ctx, subscription.id);
  const orderId = await lastOrder(subscription);
  const charge = await paymentOf(orderId);
  const { instruction } = charge;
  if (instruction === null || !('method' in instruction)) assert.fail('it is no charge');
  const attemptedAt = app.system.clock.now().toISOString();
  await transaction(app.ctx, (tx) => writeAttempt(tx, charge, { ...instruction, attemptedAt }));
  await cancelSubscription(app.ctx, subscription.id);
  await report(app.ctx, charge, paidInFull(charge));
  await disputed(orderId, 'Open');
  return { subscription, orderId };
}

const undueOrders = async () =>
  (await listOrders(app.ctx, { hasUndueMoney: true, limit: 99 })).map(({ id }) => id);

const refusals = async (orderId: string) =>
  (
    await listEvents(app.system.database.reader, app.demo.id, {
      subject: `order/${orderId}`,
      afterId: undefined,
      limit: 99,
      isOldestFirst: true,
    })
  ).filter(({ type }) => type === 'order.return-refused');

test('money that cannot be returned is listed with its reason, and goes back by itself once it can', async () => {
  const { orderId } = await lateAndDisputed();
  await job();
  assert.ok((await undueOrders()).includes(orderId));
  app.system.clock.advance(DAY_MS);
  await job();
  const [refusal, ...others] = await refusals(orderId);
  assert.equal(others.length, 0, 'it is told once');
  assert.match(String(refusal?.data?.['reason']), /disput/i);
  await disputed(orderId, 'Won');
  app.system.clock.advance(DAY_MS);
  await job();
  assert.deepEqual(await amountsBack(orderId), [4_900]);
  assert.equal((await getOrder(app.ctx, orderId)).hasUndueMoney, false);
});

const amountsBack = async (orderId: string) =>
  (await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 })).map(
    ({ amountMinor }) => amountMinor,
  );

const owedOf = async (orderId: string) => {
  const answer = await app.inject({ url: `/api/orders/${orderId}`, headers: vendor });
  return [answer.json().owed?.amount.amount, (await undueOrders()).includes(orderId)];
};

test('a refund of a part leaves the rest owed, and it goes back by itself; what the vendor has returned does not', async () => {
  const { orderId } = await lateAndDisputed();
  assert.deepEqual(await owedOf(orderId), [49, true], 'also before anybody has tried to return it');
  await job();
  await disputed(orderId, 'Won');
  await refund(orderId, { amount: { currency: 'EUR', amount: 20 } });
  assert.deepEqual(await owedOf(orderId), [29, true]);
  app.system.clock.advance(DAY_MS);
  await job();
  assert.deepEqual(await amountsBack(orderId), [2_900, 2_000]);
  assert.deepEqual(await owedOf(orderId), [undefined, false]);
});

test('a job of an operator that runs late returns nothing that has gone back since', async () => {
  const { orderId } = await lateAndDisputed();
  await disputed(orderId, 'Won');
  await refund(orderId, { subscription: 'Keep' });
  await job();
  await runPaymentJobs(app.system);
  assert.deepEqual(await amountsBack(orderId), [4_900]);
});

test('the vendor lists and returns owed money by its payment, once', async () => {
  const { orderId } = await lateAndDisputed();
  const { id } = await paymentOf(orderId);
  const owed = async () =>
    (await listOwedMoney(app.ctx)).flatMap(({ payment, amountMinor }) =>
      payment.id === id ? amountMinor : [],
    );
  assert.deepEqual(await owed(), [4_900]);
  await disputed(orderId, 'Won');
  await returnUndueMoney(app.ctx, id);
  assert.deepEqual(await owed(), []);
  await assert.rejects(returnUndueMoney(app.ctx, id), { errorType: 'NothingPaid' });
  await job();
  assert.deepEqual(await amountsBack(orderId), [4_900]);
});

test('owed money that its bank sends back is owed again, and goes back after pauses that grow, until the third failure', async () => {
  const { orderId } = await lateAndDisputed();
  await disputed(orderId, 'Won');
  await job();
  assert.deepEqual(await owedOf(orderId), [undefined, false]);
  for (const days of [1, 2]) {
    await refundFails(orderId);
    assert.deepEqual(await owedOf(orderId), [49, true]);
    app.system.clock.advance(days * DAY_MS - 3_600_000);
    await job();
    assert.deepEqual(await owedOf(orderId), [49, true], `not before ${days} days`);
    app.system.clock.advance(3_600_000);
    await job();
    assert.deepEqual(await owedOf(orderId), [undefined, false]);
  }
  await refundFails(orderId);
  app.system.clock.advance(60 * DAY_MS);
  await job();
  assert.deepEqual(await owedOf(orderId), [49, true], 'the vendor may have paid it in another way');
});

const jobsOf = (orderId: string) =>
  app.system.database.reader
    .tables<JobTables>()
    .selectFrom('jobs')
    .select(['id', 'status', 'runAt'])
    .where('id', '=', returnJobId({ accountId: app.demo.id, orderId }))
    .execute();

const changeJob = (orderId: string, status: 'Dead' | undefined) =>
  app.system.database.transaction(async (tx) => {
    const id = returnJobId({ accountId: app.demo.id, orderId });
    const jobs = tx.tables<JobTables>();
    if (status === undefined) await jobs.deleteFrom('jobs').where('id', '=', id).execute();
    else await jobs.updateTable('jobs').set({ status }).where('id', '=', id).execute();
  });

test('owed money whose job is dead or gone goes back all the same, and a job that waits keeps its time', async () => {
  for (const status of ['Dead', undefined] as const) {
    const { orderId } = await lateAndDisputed();
    await job();
    await disputed(orderId, 'Won');
    const [waiting] = await jobsOf(orderId);
    await wakeReturns(app.system);
    assert.deepEqual(await jobsOf(orderId), [waiting], 'it waits already');
    await changeJob(orderId, status);
    await wakeReturns(app.system);
    await job();
    assert.deepEqual(await amountsBack(orderId), [4_900]);
    await wakeReturns(app.system);
    assert.deepEqual(await jobsOf(orderId), [], 'nothing is owed any more');
  }
});

test('what the vendor has to return in another way is not tried again', async () => {
  const { orderId } = await lateAndDisputed();
  await disputed(orderId, 'Won');
  await job();
  for (const days of [1, 2, 0]) {
    await refundFails(orderId);
    app.system.clock.advance(days * DAY_MS);
    if (days > 0) await job();
  }
  await wakeReturns(app.system);
  await job();
  assert.equal((await amountsBack(orderId)).length, 3);
  assert.deepEqual(await owedOf(orderId), [49, true]);
});

test('every page of owed orders is read, of each account', async () => {
  const orders = [await lateAndDisputed(), await lateAndDisputed(), await lateAndDisputed()].map(
    ({ orderId }) => orderId,
  );
  const { reader } = app.system.database;
  const all: OwedOrder[] = [];
  for (let after: OwedOrder | undefined; ; after = all.at(-1)) {
    const page = await pageOwedOrders(reader, { after, limit: 1 });
    if (page.length === 0) break;
    all.push(...page);
  }
  const ids = all.map(({ orderId }) => orderId);
  assert.deepEqual(
    orders.map((id) => ids.filter((other) => other === id).length),
    [1, 1, 1],
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(await pageOwedOrders(reader, { accountId: app.other.id, after: undefined, limit: 9 }), []);
});
