import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { buyersOf } from '../../../test/coupon-shop.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { paidInFull } from '../../../test/payments.ts';
import { stockShop } from '../../../test/shop.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { fulfilJob, fulfilLateOrders } from '../../modules/orders/index.ts';
import type { OrderTables } from '../../modules/orders/tables.ts';
import { recordPaymentState } from '../../modules/payments/index.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

let app: TestApp;
let buyers: ReturnType<typeof buyersOf>;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  buyers = buyersOf(app);
  vendor = await merchantOf(app, app.demo, 'orders:read', 'orders:write', 'jobs:read', 'jobs:write');
});
after(() => app.close());

type Content = OrderTables['purchases']['content'];

/** An order whose money has arrived, and that nobody has delivered yet. */
async function paidOrder() {
  const email = `${randomUUID()}@example.com`;
  const checkout = await buyers.cartWith([]);
  const payment = await buyers.begin(checkout, email);
  await recordPaymentState(app.ctx, payment.id, paidInFull(payment));
  return { orderId: checkout.orderId, email };
}

/** Changes what the payment of an order bought; returns what it was before. */
function changeContent(orderId: string, change: (content: Content) => Content): Promise<Content> {
  return app.system.database.transaction(async (tx) => {
    const purchases = tx.tables<OrderTables>();
    const rows = purchases.selectFrom('purchases').select(['paymentId', 'content']);
    const { paymentId, content } = await rows.where('orderId', '=', orderId).executeTakeFirstOrThrow();
    const changed = purchases.updateTable('purchases').set({ content: change(content) });
    await changed.where('paymentId', '=', paymentId).execute();
    return content;
  });
}

/** What was bought, of a product that does not exist. */
const withoutProduct = (content: Content): Content => ({
  ...content,
  grants: content.grants.map((grant) => ({ ...grant, productId: 'gone' })),
});

const deliver = (orderId: string) => vendor.call<object>('POST', `/api/orders/${orderId}/deliver`);
const licensesOf = async (orderId: string) => (await listLicenses(app.ctx, { orderId, limit: 10 })).length;

async function statusOf(orderId: string): Promise<string> {
  return (await vendor.call<{ status: string }>('GET', `/api/orders/${orderId}`)).status;
}

async function receiptsTo(email: string): Promise<number> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('id');
  return (await mails.where('kind', '=', 'Receipt').where('recipient', '=', email).execute()).length;
}

test('a paid order is delivered once what kept it from that is removed, and once only', async () => {
  const { orderId, email } = await paidOrder();
  const content = await changeContent(orderId, withoutProduct);
  const failure = { isDelivered: false, lastFulfilmentFailure: 'there is no product gone to grant' };
  assert.deepEqual(await deliver(orderId), failure);
  assert.deepEqual([await statusOf(orderId), await licensesOf(orderId)], ['Paid', 0]);
  await changeContent(orderId, () => content);
  for (let turn = 0; turn < 2; turn += 1) assert.deepEqual(await deliver(orderId), { isDelivered: true });
  assert.deepEqual([await statusOf(orderId), await licensesOf(orderId)], ['Completed', 1]);
  assert.equal(await receiptsTo(email), 1);
});

test('what is not paid, or whose money is returned, is not delivered', async () => {
  const refuse = async (orderId: string) => {
    const answer = await vendor.send('POST', `/api/orders/${orderId}/deliver`);
    assert.deepEqual([answer.statusCode, answer.json().errorType], [409, 'NothingToDeliver'], answer.body);
  };
  await refuse((await buyers.cartWith([])).orderId);
  const { orderId } = await paidOrder();
  await changeContent(orderId, withoutProduct);
  await deliver(orderId);
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {});
  await refuse(orderId);
  assert.equal(await licensesOf(orderId), 0);
  assert.equal((await vendor.send('POST', `/api/orders/${randomUUID()}/deliver`)).statusCode, 404);
});

test('an order is delivered for nobody else', async () => {
  const { orderId } = await paidOrder();
  const path = `/api/orders/${orderId}/deliver`;
  assert.equal((await (await merchantOf(app, app.other)).send('POST', path)).statusCode, 404);
  const reader = await merchantOf(app, app.demo, 'orders:read');
  assert.equal((await reader.send('POST', path)).statusCode, 403);
  assert.equal(await statusOf(orderId), 'Paid');
});

/** Runs the jobs of fulfilment once; a job that fails then is dead. */
async function runJobs(): Promise<void> {
  const handlers = { [fulfilJob.kind]: fulfilJob.handler(app.system) };
  const worker = startJobWorker(app.system, handlers, { pollIntervalMs: 0, maxAttempts: 1 });
  await worker.drain();
  await worker.stop();
}

/** An order that its job has failed to deliver for the last time, and what it bought. */
async function stuckOrder() {
  const order = await paidOrder();
  const content = await changeContent(order.orderId, withoutProduct);
  await runJobs();
  const mend = () => changeContent(order.orderId, () => content);
  return { ...order, mend };
}

/** The orders of the failed jobs, newest first. */
async function failedOrders(): Promise<readonly (string | undefined)[]> {
  interface Jobs {
    readonly items: readonly { readonly id: string; readonly about: { readonly orderId?: string } }[];
  }
  const { items } = await vendor.call<Jobs>('GET', '/api/jobs');
  return items.map(({ about }) => about.orderId);
}

test('a job that has failed for the last time goes once its order is delivered in another way, or not to be delivered', async () => {
  const [late, cancelled, delivered] = [await stuckOrder(), await stuckOrder(), await stuckOrder()];
  assert.deepEqual(await failedOrders(), [delivered.orderId, cancelled.orderId, late.orderId]);

  await delivered.mend();
  assert.deepEqual(await deliver(delivered.orderId), { isDelivered: true });
  assert.deepEqual(await failedOrders(), [cancelled.orderId, late.orderId]);

  await vendor.call('POST', `/api/orders/${cancelled.orderId}/refunds`, {});
  assert.deepEqual(await failedOrders(), [late.orderId]);

  app.system.clock.advance(11 * 60_000);
  await fulfilLateOrders(app.system);
  assert.deepEqual(await failedOrders(), [late.orderId], 'what is not delivered keeps its job');
  await late.mend();
  await fulfilLateOrders(app.system);
  assert.deepEqual(await failedOrders(), []);
  assert.equal(await statusOf(late.orderId), 'Completed');
});
