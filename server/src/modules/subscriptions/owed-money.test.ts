import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import {
  dispute,
  lateAndDisputed,
  paymentOf,
  refundFails,
  reportReversals,
} from '../../../test/late-money.ts';
import { runJobs, runPaymentJobs } from '../../../test/payments.ts';
import { stockShop } from '../../../test/shop.ts';
import { transaction } from '../../platform/context/context.ts';
import type { JobTables } from '../../platform/jobs/tables.ts';
import { listEvents } from '../../platform/journal/store.ts';
import {
  getOrder,
  listOrders,
  listOwedMoney,
  type OwedOrder,
  owedOrders,
  returnUndueMoney,
} from '../orders/index.ts';
import type { OrderTables } from '../orders/tables.ts';
import { listRefunds } from '../payments/index.ts';
import type { PaymentTables } from '../payments/tables.ts';
import { returnMoneyJob, wakeReturns } from './index.ts';
import { returnJobId } from './return-money-job.ts';

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

async function refund(orderId: string, payload: object): Promise<void> {
  const url = `/api/orders/${orderId}/refunds`;
  const response = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(response.statusCode, 201, response.body);
}

const job = async () => {
  await runJobs(app.system, returnMoneyJob);
};

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
  const { orderId } = await lateAndDisputed(app);
  await job();
  assert.ok((await undueOrders()).includes(orderId));
  app.system.clock.advance(DAY_MS);
  await job();
  const [refusal, ...others] = await refusals(orderId);
  assert.equal(others.length, 0, 'it is told once');
  assert.match(String(refusal?.data?.['reason']), /disput/i);
  await dispute(app, orderId, 'Won');
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
  const { orderId } = await lateAndDisputed(app);
  assert.deepEqual(await owedOf(orderId), [49, true], 'also before anybody has tried to return it');
  await job();
  await dispute(app, orderId, 'Won');
  await refund(orderId, { amount: { currency: 'EUR', amount: 20 } });
  assert.deepEqual(await owedOf(orderId), [29, true]);
  app.system.clock.advance(DAY_MS);
  await job();
  assert.deepEqual(await amountsBack(orderId), [2_900, 2_000]);
  assert.deepEqual(await owedOf(orderId), [undefined, false]);
});

test('a job of an operator that runs late returns nothing that has gone back since', async () => {
  const { orderId } = await lateAndDisputed(app);
  await dispute(app, orderId, 'Won');
  await refund(orderId, { subscription: 'Keep' });
  await job();
  await runPaymentJobs(app.system);
  assert.deepEqual(await amountsBack(orderId), [4_900]);
});

test('the vendor lists and returns owed money by its payment, once', async () => {
  const { orderId } = await lateAndDisputed(app);
  const { id } = await paymentOf(app, orderId);
  const owed = async () =>
    (await listOwedMoney(app.ctx)).flatMap(({ payment, amountMinor }) =>
      payment.id === id ? amountMinor : [],
    );
  assert.deepEqual(await owed(), [4_900]);
  await dispute(app, orderId, 'Won');
  await returnUndueMoney(app.ctx, id);
  assert.deepEqual(await owed(), []);
  await assert.rejects(returnUndueMoney(app.ctx, id), { errorType: 'NothingPaid' });
  await job();
  assert.deepEqual(await amountsBack(orderId), [4_900]);
});

test('owed money that its bank sends back is owed again, and goes back after pauses that grow, until the third failure', async () => {
  const { orderId } = await lateAndDisputed(app);
  await dispute(app, orderId, 'Won');
  await job();
  assert.deepEqual(await owedOf(orderId), [undefined, false]);
  for (const days of [1, 2]) {
    await refundFails(app, orderId);
    assert.deepEqual(await owedOf(orderId), [49, true]);
    app.system.clock.advance(days * DAY_MS - 3_600_000);
    await job();
    assert.deepEqual(await owedOf(orderId), [49, true], `not before ${days} days`);
    app.system.clock.advance(3_600_000);
    await job();
    assert.deepEqual(await owedOf(orderId), [undefined, false]);
  }
  await refundFails(app, orderId);
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
    const { orderId } = await lateAndDisputed(app);
    await job();
    await dispute(app, orderId, 'Won');
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

const changeOrder = (id: string, changes: Partial<OrderTables['orders']>) =>
  app.system.database.transaction((tx) =>
    tx.tables<OrderTables>().updateTable('orders').set(changes).where('id', '=', id).execute(),
  );

test('what the vendor has to return in another way is told once, and neither tried nor woken again', async () => {
  const { orderId } = await lateAndDisputed(app);
  await dispute(app, orderId, 'Won');
  await job();
  for (const days of [1, 2, 0]) {
    await refundFails(app, orderId);
    app.system.clock.advance(days * DAY_MS);
    if (days > 0) await job();
  }
  await wakeReturns(app.system);
  assert.deepEqual(await jobsOf(orderId), []);
  await transaction(app.ctx, (tx) => returnMoneyJob.enqueue(tx, { orderId }));
  await job();
  assert.equal((await amountsBack(orderId)).length, 3);
  assert.deepEqual(await owedOf(orderId), [49, true]);
  assert.deepEqual(
    (await refusals(orderId)).map(({ data }) => data?.['reason']),
    ['Refunds have failed too often: return the money in another way.'],
  );
});

test('refunds that failed before the money was owed do not count', async () => {
  const { orderId } = await lateAndDisputed(app);
  await dispute(app, orderId, 'Won');
  for (let times = 0; times < 3; times += 1) {
    await refund(orderId, { amount: { currency: 'EUR', amount: 1 } });
    await refundFails(app, orderId);
    app.system.clock.advance(7 * DAY_MS);
  }
  const owed = { lineId: null, amountMinor: 4_900, reason: 'Again.' };
  await changeOrder(orderId, { owed: { ...owed, since: app.system.clock.now().toISOString() } });
  await job();
  await refundFails(app, orderId);
  assert.equal((await jobsOf(orderId)).length, 1, 'it is tried again');
});

test('every page of owed orders is read, of each account', async () => {
  const orders = [await lateAndDisputed(app), await lateAndDisputed(app), await lateAndDisputed(app)].map(
    ({ orderId }) => orderId,
  );
  const { reader } = app.system.database;
  const all: OwedOrder[] = [];
  for await (const page of owedOrders(reader, { atOnce: 1 })) all.push(...page);
  const ids = all.map(({ orderId }) => orderId);
  assert.deepEqual(
    orders.map((id) => ids.filter((other) => other === id).length),
    [1, 1, 1],
  );
  assert.equal(new Set(ids).size, ids.length);
  for await (const _ of owedOrders(reader, { accountId: app.other.id })) assert.fail('they owe nothing');
});

test('an order that a server of the version before has taken off the list is on it again with the next try', async () => {
  const { orderId } = await lateAndDisputed(app);
  await job();
  await changeOrder(orderId, { hasUndueMoney: false });
  assert.deepEqual(await owedOf(orderId), [49, false]);
  app.system.clock.advance(DAY_MS);
  await job();
  assert.deepEqual(await owedOf(orderId), [49, true]);
});

test('what is left below the smallest amount of its currency that can be refunded is not owed', async () => {
  const { orderId } = await lateAndDisputed(app);
  const currency = 'KWD';
  await changeOrder(orderId, { currency });
  await app.system.database.transaction((tx) =>
    tx
      .tables<PaymentTables>()
      .updateTable('payments')
      .set({ currency })
      .where('subjectId', '=', orderId)
      .execute(),
  );
  await dispute(app, orderId, 'Won');
  // An amount that only the provider itself can refund.
  const odd = {
    reference: 'odd',
    refundId: null,
    amountMinor: 2_005,
    currency,
    status: 'Succeeded',
  } as const;
  await reportReversals(app, orderId, { refunds: [odd] });
  assert.deepEqual(await owedOf(orderId), [2.89, true]);
  app.system.clock.advance(DAY_MS);
  await job();
  assert.deepEqual(await amountsBack(orderId), [2_890, 2_005]);
  assert.deepEqual(await owedOf(orderId), [undefined, false]);
  assert.deepEqual(await refusals(orderId), []);
});
