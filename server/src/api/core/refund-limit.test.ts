import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type OperatorAtWork, operatorAtWork } from '../../../test/operators.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { listRefunds } from '../../modules/payments/index.ts';

let app: TestApp;
let support: OperatorAtWork;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  support = await operatorAtWork(app, 'Support');
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A paid order of 245.00 EUR. */
async function paidOrder(): Promise<string> {
  const { orderId, pay: url } = await checkOut(app, [{ ...ONE_APP, quantity: 5 }]);
  const payload = { name: 'Gus', email: `${randomUUID()}@example.com` };
  assert.equal((await app.inject({ method: 'POST', url, payload })).json().status, 'Completed');
  return orderId;
}

const euros = (amount: number) => ({ amount: { currency: 'EUR', amount } });
const path = (orderId: string) => `/api/orders/${orderId}/refunds`;
const refundsOf = async (orderId: string) =>
  (await listRefunds(app.ctx, { kind: 'Order', id: orderId, limit: 9 })).map(
    ({ amountMinor }) => amountMinor,
  );

test('Support refunds up to the limit of the account, in all, and nothing is reserved beyond it', async () => {
  const orderId = await paidOrder();
  assert.equal((await support.call('POST', path(orderId), euros(200))).statusCode, 201);
  const refused = await support.call('POST', path(orderId), euros(0.01));
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'RefundLimitExceeded']);
  assert.match(refused.json().detail, /Your role, Support, refunds at most 200 EUR of an order/);
  await support.confirm();
  assert.equal((await support.call('POST', path(orderId), {})).statusCode, 403, 'a password changes nothing');
  assert.deepEqual(await refundsOf(orderId), [20_000]);
});

test('the limit is a setting', async () => {
  const orderId = await paidOrder();
  await updateSettings(app.ctx, { refundLimit: 10 });
  try {
    assert.equal((await support.call('POST', path(orderId), euros(10.01))).statusCode, 403);
    assert.equal((await support.call('POST', path(orderId), euros(10))).statusCode, 201);
  } finally {
    await updateSettings(app.ctx, { refundLimit: undefined });
  }
});

for (const role of ['Owner', 'Admin', 'Finance'] as const) {
  test(`${role} confirms a larger refund with the password, and the same request then succeeds`, async () => {
    const at = await operatorAtWork(app, role);
    const orderId = await paidOrder();
    const request = {
      method: 'POST',
      url: path(orderId),
      headers: { ...at.headers, 'idempotency-key': randomUUID() },
      payload: {},
    } as const;
    const first = await app.inject(request);
    assert.deepEqual([first.statusCode, first.json().errorType], [403, 'ConfirmationRequired']);
    assert.deepEqual(await refundsOf(orderId), []);
    await at.confirm();
    assert.equal((await app.inject(request)).statusCode, 201);
    assert.deepEqual(await refundsOf(orderId), [24_500]);
  });
}

test('API keys have no limit', async () => {
  const orderId = await paidOrder();
  const headers = await app.apiKey(app.demo, 'orders:write');
  const answer = await app.inject({ method: 'POST', url: path(orderId), headers, payload: {} });
  assert.equal(answer.statusCode, 201, answer.body);
});

test('the unused days of a subscription go back within the same limit, which API keys do not have', async () => {
  const { subscription, orderId } = await subscribe(app, { method: 'Succeeds', quantity: 9 });
  const url = `/api/subscriptions/${subscription.id}/cancel`;
  const payload = { immediately: true, refund: 'Unused' };
  const refused = await support.call('POST', url, payload);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'RefundLimitExceeded']);
  assert.deepEqual(await subscriptionNow(app, subscription), subscription, 'nothing has ended');
  assert.deepEqual(await refundsOf(orderId), []);
  const headers = await app.apiKey(app.demo, 'subscriptions:write');
  const ended = await app.inject({ method: 'POST', url, headers, payload });
  assert.equal(ended.statusCode, 200, 'a key needs nothing else (subscriptions, section 5)');
  assert.equal((await refundsOf(orderId)).length, 1);
});

test('Support announces no other prices', async () => {
  const change = {
    variationId: 'synth-monthly',
    price: { currency: 'EUR', amount: 12 },
    from: '2099-01-01T00:00:00Z',
  };
  const url = '/api/subscriptions/price-changes';
  const refused = await support.call('POST', url, change);
  assert.match(refused.json().detail, /subscriptions:prices/);
  const admin = await operatorAtWork(app, 'Admin');
  assert.equal((await admin.call('POST', url, { ...change, preview: true })).statusCode, 200);
});
