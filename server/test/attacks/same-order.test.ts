import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { jobHandlers } from '../../src/jobs.ts';
import { type Account, updateSettings } from '../../src/modules/accounts/index.ts';
import { purgeAbandonedOrders } from '../../src/modules/orders/cart/delete-carts.ts';
import { attributeOrders } from '../../src/modules/orders/fulfilment/attribute-orders.ts';
import { isPurchasePending, orderSubject } from '../../src/modules/orders/index.ts';
import { listPayments } from '../../src/modules/payments/index.ts';
import { recordReport } from '../../src/modules/payments/payment/settle-payment.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { startJobWorker } from '../../src/platform/jobs/start-job-worker.ts';
import { testContext } from '../context.ts';
import { aCoupon } from '../coupons.ts';
import { everythingOf } from '../everything.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { report } from '../payments.ts';
import { checkOut, shopper, stockShop } from '../shop.ts';

// The client chooses the id of an order and of its lines, so an attacker can open an account, and there an order with
// the id of a victim's.

let app: TestApp;
before(async () => {
  app = await startTestApp();
  for (const account of [app.demo, app.other]) {
    const limits = { paymentsPerMinute: 0, couponsPerMinute: 0, cartsPerMinute: 0 };
    await updateSettings(testContext(app.system, account), { limits, currencies: ['EUR'] });
    await stockShop(app, account);
  }
});
after(() => app.close());

const DAY_MS = 86_400_000;
const orderId = randomUUID();
const lineId = randomUUID();
const [ANN, EVE] = ['ann@example.com', 'eve@example.com'];
const ITEM = { id: lineId, type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 2 };

/** The id of the code is chosen by the server; what customers type may be the same in both accounts. */
async function open(account: Account, email = ANN) {
  const { code } = await aCoupon(testContext(app.system, account), { maxUses: 5 });
  const vendor = await merchantOf(app, account);
  const send = (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) =>
    app.injectAs(account, { method, url, ...(payload && { payload }) });
  const cart = async () => {
    const path = `/api/customer/orders/${orderId}`;
    await send('PATCH', `${path}?checkout=true`, { items: [ITEM] });
    const answer = await send('PATCH', `${path}/coupon?code=${code}&checkout=true`);
    assert.equal(answer.statusCode, 200, answer.body);
    const { checkoutUrl } = (await send('GET', `${path}?checkout=true`)).json();
    return `/api${new URL(checkoutUrl).pathname}`;
  };
  const pay = async (link: string, sandboxOutcome: string): Promise<string> => {
    const buyer = { name: 'Ann', email, sandboxOutcome };
    return (await send('POST', `${link}/pay`, buyer)).json().status;
  };
  return { account, vendor, send, cart, pay };
}

interface OrderBody {
  readonly status: string;
  readonly payments: readonly { readonly id: string; readonly status: string }[];
  readonly refunds: readonly object[];
  readonly disputes: readonly object[];
  readonly licenses: readonly { readonly status: string }[];
}

const orderAt = (vendor: Merchant) => vendor.call<OrderBody>('GET', `/api/orders/${orderId}`);
const listOf = async (vendor: Merchant, query = '') =>
  (await vendor.call<{ items: { id: string }[] }>('GET', `/api/orders${query}`)).items.map(({ id }) => id);
/** Whether anybody is paying in an account, for Ann or for Eve. */
const pendingAt = (account: Account) =>
  Promise.all([ANN, EVE].map((email) => isPurchasePending(testContext(app.system, account), email)));
const documentsAt = async (vendor: Merchant) =>
  (await vendor.call<{ items: object[] }>('GET', `/api/orders/${orderId}/documents`)).items.length;

async function runJobs(): Promise<void> {
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
}

const numbersOf = ({ payments, refunds, disputes, licenses }: OrderBody) =>
  [payments, refunds, disputes, licenses].map(({ length }) => length);

async function reverse({ vendor }: Awaited<ReturnType<typeof open>>, event: string): Promise<void> {
  const paid = (await orderAt(vendor)).payments.find(({ status }) => status === 'Succeeded');
  const happening = { paymentId: paid?.id, event, amountMinor: 100 };
  assert.equal((await vendor.send('POST', '/dev/try/reversals', happening)).statusCode, 204);
  await runJobs();
}

test('two orders with the same id live in two accounts: nothing that happens to one changes the other, or is seen there', async () => {
  const [victim, attacker] = [await open(app.other), await open(app.demo, EVE)];
  assert.equal(await victim.pay(await victim.cart(), 'Succeed'), 'Completed');
  await victim.vendor.call('POST', `/api/orders/${orderId}/refunds`, { lines: [{ lineId, quantity: 1 }] });
  await reverse(victim, 'DisputeOpened');
  // Nothing is left to do.
  app.system.clock.advance(2 * DAY_MS);
  await runJobs();
  const view = await orderAt(victim.vendor);
  assert.deepEqual(numbersOf(view), [1, 1, 1, 2]);
  const rows = () => everythingOf(app.system.database.reader, victim.account.id);
  const atFirst = await rows();
  const unchanged = async (what: string) => {
    const now = await rows();
    // Its keys are used here.
    const changes = Object.keys(now).filter(
      (table) => table !== 'api_keys' && !isDeepStrictEqual(now[table], atFirst[table]),
    );
    assert.deepEqual(changes, [], what);
  };

  assert.equal(await attacker.pay(await attacker.cart(), 'Fail'), 'Open');
  await unchanged('a cart, and a payment that fails');
  assert.deepEqual(numbersOf(await orderAt(attacker.vendor)), [1, 0, 0, 0]);
  app.system.clock.advance(100 * DAY_MS);
  await purgeAbandonedOrders(app.system);
  await unchanged('the end of a cart that was left alone');
  assert.equal((await attacker.send('GET', `/api/customer/orders/${orderId}`)).statusCode, 404);

  assert.equal(await attacker.pay(await attacker.cart(), 'Delay'), 'PaymentProcessing');
  const [running = assert.fail('no payment')] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  await report(app.ctx, running, { kind: 'Succeeded', amountMinor: 1, currency: 'EUR' });
  app.system.clock.advance(100 * DAY_MS);
  await purgeAbandonedOrders(app.system);
  await unchanged('a cart that was left alone, and stays because of its money');

  assert.equal(await attacker.pay(await attacker.cart(), 'Delay'), 'PaymentProcessing');
  await unchanged('a payment that runs');
  assert.deepEqual(await pendingAt(attacker.account), [false, true]);
  assert.deepEqual(await pendingAt(victim.account), [false, false]);
  app.system.clock.advance(2 * DAY_MS);
  await runJobs();
  await unchanged('a purchase');
  const purchase = await orderAt(attacker.vendor);
  assert.deepEqual([purchase.status, purchase.refunds, purchase.disputes], ['Completed', [], []]);
  assert.deepEqual(
    purchase.licenses.map(({ status }) => status),
    ['Active', 'Active'],
  );
  assert.equal(await documentsAt(attacker.vendor), 1);
  assert.deepEqual(await pendingAt(attacker.account), [false, false]);
  assert.deepEqual(await listOf(attacker.vendor, `?email=${EVE}`), [orderId]);
  assert.deepEqual(await listOf(attacker.vendor, `?email=${ANN}`), []);
  assert.deepEqual(await listOf(victim.vendor, `?email=${EVE}`), []);
  assert.deepEqual(await listOf(attacker.vendor), [orderId]);
  assert.deepEqual(await listOf(victim.vendor), [orderId]);
  assert.deepEqual(await listOf(attacker.vendor, '?productFilter=synth'), [orderId]);
  for (const event of ['DisputeOpened', 'DisputeWon', 'Refund']) {
    await reverse(attacker, event);
    await unchanged(event);
  }
  const rest = await attacker.vendor.send('POST', `/api/orders/${orderId}/refunds`, {});
  assert.equal(rest.statusCode, 201, rest.body);
  await runJobs();
  await unchanged('a refund');
  assert.deepEqual(
    (await orderAt(attacker.vendor)).licenses.map(({ status }) => status),
    ['Revoked', 'Revoked'],
  );
  const { id: customerId } = await shopper(app, attacker.account);
  await transaction(app.ctx, (tx) => attributeOrders(tx, [orderId], customerId));
  await unchanged('the proof of the address that it was bought for');
  assert.deepEqual(await orderAt(victim.vendor), view);
  assert.equal(await documentsAt(victim.vendor), 2);
});

test('a bank that takes longer moves the deadline of its own payment, not of one with the same id in another account', async () => {
  const { orderId: id, pay } = await checkOut(app, [ITEM]);
  await app.inject({
    method: 'POST',
    url: pay,
    payload: { name: 'Eve', email: EVE, sandboxOutcome: 'Delay' },
  });
  const [payment = assert.fail('no payment')] = await listPayments(app.ctx, orderSubject({ id }));
  const twin = { ...payment, accountId: app.other.id };
  await transaction(app.ctx, (tx) =>
    tx.tables<PaymentTables>().insertInto('payments').values(twin).execute(),
  );
  const until = new Date(payment.expiresAt.getTime() + DAY_MS);
  await recordReport(app.ctx, payment, { kind: 'Pending', until });
  const deadlineAt = async (account: Account) =>
    (await listPayments(testContext(app.system, account), orderSubject({ id })))[0]?.expiresAt;
  assert.deepEqual([await deadlineAt(app.demo), await deadlineAt(app.other)], [until, payment.expiresAt]);
});
