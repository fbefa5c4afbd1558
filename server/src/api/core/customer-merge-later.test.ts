import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { activationsOf } from '../../../test/activations.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { paidInFull, report } from '../../../test/payments.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import type { CustomerTables } from '../../modules/customers/tables.ts';
import { fulfilNow, orderSubject, returnUndueMoney } from '../../modules/orders/index.ts';
import type { OrderTables } from '../../modules/orders/tables.ts';
import { listPayments, performRefund } from '../../modules/payments/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

// What reaches a customer after they were merged into another: money, mails and tokens that are older than the merge.

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0, paymentsPerMinute: 0 } });
  await stockShop(app, app.demo);
  shop = shopOf(app);
  vendor = await merchantOf(app);
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

/** Somebody who stays, and somebody without an account of their own, who is not asked. */
async function pair() {
  const [into, from] = [await shop.shopper(), await shop.shopper()];
  await app.system.database.transaction((tx) =>
    tx
      .tables<CustomerTables>()
      .updateTable('customers')
      .set({ passwordHash: null })
      .where('id', '=', from.id)
      .execute(),
  );
  return { into, from };
}

async function merge(into: Shopper, from: Shopper): Promise<void> {
  const body = { from: from.id, reason: 'Wrote from both addresses' };
  const { state } = await vendor.call<{ state: string }>('POST', `/api/customers/${into.id}/merge`, body);
  assert.equal(state, 'Merged');
}

async function pay(url: string, { email }: Shopper, sandboxOutcome?: string): Promise<string> {
  const payload = { name: 'Ann', email, ...(sandboxOutcome !== undefined && { sandboxOutcome }) };
  return (await app.inject({ method: 'POST', url, payload })).json().status;
}

const mailsTo = async ({ email }: Shopper, kind: string) =>
  app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .execute();

test('a payment whose buyer no merge has rewritten, as of a server of the release before, buys for the customer who stays', async () => {
  const { into, from } = await pair();
  const { orderId, pay: url } = await checkOut(app, [ONE_APP], from.headers);
  assert.equal(await pay(url, from, 'Delay'), 'PaymentProcessing');
  const [payment = assert.fail()] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  await merge(into, from);
  await app.system.database.transaction(async (tx) => {
    const purchases = tx.tables<OrderTables>();
    const { buyer } = await purchases
      .selectFrom('purchases')
      .select('buyer')
      .where('paymentId', '=', payment.id)
      .executeTakeFirstOrThrow();
    assert.equal(buyer.customerId, into.id);
    await purchases
      .updateTable('purchases')
      .set({ buyer: { ...buyer, customerId: from.id } })
      .where('paymentId', '=', payment.id)
      .execute();
  });
  await report(app.ctx, payment, paidInFull(payment));
  await fulfilNow(app.ctx, orderId);
  const order = await vendor.call<{ status: string; customerId: string }>('GET', `/api/orders/${orderId}`);
  assert.deepEqual([order.status, order.customerId], ['Completed', into.id]);
  const customer = await vendor.call<{ ownedProducts: string[] }>('GET', `/api/customers/${into.id}`);
  assert.deepEqual(customer.ownedProducts, ['app']);
});

test('money that arrives again for what they bought is told to its payer, and so is that it went back', async () => {
  const { into, from } = await pair();
  const { orderId, pay: url } = await checkOut(app, [ONE_APP], from.headers);
  await pay(url, from, 'Fail');
  const [payment = assert.fail()] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  assert.equal(await pay(url, from), 'Completed');
  await merge(into, from);
  const [news, returned] = [await mailsTo(from, 'Payment'), await mailsTo(from, 'Refund')];
  await report(app.ctx, payment, paidInFull(payment));
  assert.equal((await mailsTo(from, 'Payment')).length, news.length + 1);
  const refund = await returnUndueMoney(app.ctx, payment.id);
  await performRefund(app.ctx, refund.id);
  assert.equal((await mailsTo(from, 'Refund')).length, returned.length + 1);
});

test('the token of a trial is renewed for the customer who stays, and still is that of a customer for downloads', async () => {
  const { into, from } = await pair();
  const productId = await shop.product({ allowsTrials: true, downloadAccess: 'Customer' });
  const browser = activationsOf(app);
  const request = await browser.ask(productId);
  assert.equal((await browser.approve(request, 'trial', from)).statusCode, 200);
  const token = (await browser.poll(request)).body;
  assert.equal(claimsOf(token)['u:id'], from.id);
  await merge(into, from);
  const product = await app.inject({
    url: `/api/customer/inventory/products/${productId}`,
    headers: { authorization: `LicenseToken ${token}` },
  });
  assert.deepEqual([product.statusCode, product.json().downloadsAllowed], [200, true], product.body);
  const renewed = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });
  assert.equal(renewed.statusCode, 200, renewed.body);
  assert.equal(claimsOf(renewed.body)['u:id'], into.id);
});
