import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readOrder } from '../../modules/orders/order/store.ts';
import { orderSubject } from '../../modules/orders/index.ts';
import { listPayments } from '../../modules/payments/index.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { DECLINED, report } from '../../../test/payments.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

type Headers = Record<string, string>;

const urlOf = (orderId: string) => `/api/customer/orders/${orderId}/billing-details`;
const bill = (orderId: string, payload: object, headers: Headers = {}) =>
  app.inject({ method: 'PATCH', url: urlOf(orderId), payload, headers });
const unbill = (orderId: string, headers: Headers = {}) =>
  app.inject({ method: 'DELETE', url: urlOf(orderId), headers });
const get = (orderId: string, headers: Headers = {}) =>
  app.inject({ url: `/api/customer/orders/${orderId}`, headers });

const address = { countryCode: 'NO', streetAddress1: 'Storgata 1', postCode: '0155', locality: 'Oslo' };
const WORK = {
  name: 'Ann at work',
  email: 'invoices@example.com',
  businessName: 'Ann AS',
  taxId: 'NO123',
  phone: '+47 1',
  address,
};
const NOTHING = { businessName: null, taxId: null, phone: null, address: null };

async function cartOf(headers: Headers): Promise<string> {
  const id = randomUUID();
  await patchOrder(app, id, { items: [ONE_APP] }, { headers });
  return id;
}

test('a customer’s cart is billed to their profile, until they state other details, and again when they remove those', async () => {
  const { auth, email } = await shopper(app);
  const update = { method: 'PATCH', url: '/api/customer/identity', headers: { ...auth } } as const;
  await app.inject({ ...update, payload: { address } });
  const id = await cartOf(auth);
  const full = { ...address, streetAddress2: null, region: null };
  const prefilled = { ...NOTHING, name: 'Ann Buyer', email, address: full };
  assert.deepEqual((await get(id, auth)).json().customer, prefilled);
  const answer = await bill(id, WORK, auth);
  assert.equal(answer.statusCode, 200, answer.body);
  const { customer, items } = answer.json();
  assert.deepEqual([customer, items.length], [{ ...WORK, address: full }, 1]);
  assert.deepEqual((await get(id, auth)).json().customer, customer);
  const replaced = (await bill(id, { name: ' Ann ', email: 'ann@example.com', phone: ' ' }, auth)).json();
  assert.deepEqual(
    replaced.customer,
    { ...NOTHING, name: 'Ann', email: 'ann@example.com' },
    'nothing stays of what was told before',
  );
  const back = await unbill(id, auth);
  assert.deepEqual([back.statusCode, back.json().customer], [200, prefilled]);
});

test('null means absent, and every issue is reported together', async () => {
  const id = await cartOf({});
  const nulls = { ...NOTHING, name: 'Gus', email: 'gus@example.com' };
  assert.equal((await bill(id, nulls)).statusCode, 200);
  const issuesOf = async (body: object) => {
    const refused = await bill(id, body);
    assert.equal(refused.statusCode, 400);
    return Object.keys(refused.json().errors).toSorted();
  };
  const misshapen = { name: ' ', email: 'gus', phone: 1, address: { countryCode: 'XX' } };
  const [postCode, street] = ['address.postCode', 'address.streetAddress1'];
  assert.deepEqual(await issuesOf(misshapen), [postCode, street, 'name', 'phone']);
  const wrong = { name: 'Gus', email: 'gus', address: { ...address, countryCode: 'XX' } };
  assert.deepEqual(await issuesOf(wrong), ['address.countryCode', 'email']);
  assert.deepEqual(Object.keys((await bill(id, {})).json().errors).toSorted(), ['email', 'name']);
});

test('billing details from the shop prefill the checkout, are stored with the order and decide where the receipt goes', async () => {
  const { auth } = await shopper(app);
  const { orderId, show, pay } = await checkOut(app, [ONE_APP], auth);
  const recipient = `${randomUUID()}@example.com`;
  await bill(orderId, { ...WORK, email: recipient }, auth);
  const { buyer } = (await app.inject({ url: show })).json();
  assert.deepEqual([buyer.name, buyer.email], [WORK.name, recipient]);
  const payload = { name: buyer.name, email: buyer.email };
  assert.equal((await app.inject({ method: 'POST', url: pay, payload })).json().status, 'Completed');
  const { customer } = (await get(orderId, auth)).json();
  assert.deepEqual(
    [customer.email, customer.businessName, customer.address.locality],
    [recipient, 'Ann AS', 'Oslo'],
  );
  for (const refused of [await bill(orderId, WORK, auth), await unbill(orderId, auth)]) {
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderCompleted']);
  }
});

test('a guest enters billing details, and no link opened elsewhere shows them: anybody with the id can get one', async () => {
  const { orderId, show, pay } = await checkOut(app);
  const elsewhere = { url: show, remoteAddress: '198.51.100.7' };
  const answer = await bill(orderId, WORK);
  assert.deepEqual([answer.statusCode, 'customer' in answer.json()], [200, false]);
  assert.doesNotMatch((await get(orderId)).body, /Ann|invoices/);
  assert.doesNotMatch((await app.inject(elsewhere)).body, /Ann|invoices|NO123|Storgata/);
  const payload = { name: 'Gus', email: 'gus@example.com', sandboxOutcome: 'Fail' };
  assert.equal((await app.inject({ method: 'POST', url: pay, payload })).json().buyer.email, payload.email);
  assert.equal((await unbill(orderId)).statusCode, 200);
});

/** The stored billing details of an order, which responses to a guest do not contain. */
async function storedBilling(orderId: string) {
  const order = await readOrder(app.system.database.reader, app.demo.id, orderId);
  return order?.billing;
}

test('the checkout of a guest begins with the shop’s details, and bills those that the page sends back', async () => {
  const { orderId, show, pay } = await checkOut(app);
  await bill(orderId, WORK);
  const { name, email, businessName, taxId, phone } = WORK;
  const { buyer } = (await app.inject({ url: show })).json();
  const full = { ...address, streetAddress2: null, region: null };
  const details = { businessName, taxId, phone, address: full };
  assert.deepEqual(buyer, { name, email, locked: false, billing: details });
  const send = (billing: object, remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'POST', url: pay, remoteAddress, payload: { name, email, billing } });
  const wrong = await send({ ...details, address: { ...address, countryCode: 'XX' } });
  assert.deepEqual(Object.keys(wrong.json().errors), ['billing.address.countryCode']);
  assert.equal((await send({ businessName, taxId: ' ', address: full })).json().status, 'Completed');
  assert.deepEqual(await storedBilling(orderId), {
    name,
    email,
    businessName,
    taxId: null,
    address: full,
  });
});

test('details that the page does not send back are not billed, regardless of the cart', async () => {
  const { orderId, pay } = await checkOut(app);
  await bill(orderId, WORK);
  const payload = { name: 'Gus', email: 'gus@example.com' };
  assert.equal((await app.inject({ method: 'POST', url: pay, payload })).json().status, 'Completed');
  assert.deepEqual(await storedBilling(orderId), payload);
});

test('a customer’s payment replaces the details of the account and the order that it states, but never the email', async () => {
  const { auth, email } = await shopper(app);
  const { orderId, pay } = await checkOut(app, [ONE_APP], auth);
  await bill(orderId, { name: 'Ann', email, businessName: 'Old', phone: '+1', taxId: 'T1' }, auth);
  const payload = { name: 'Anna', email: 'eve@evil.example', billing: { businessName: 'New', phone: null } };
  await app.inject({ method: 'POST', url: pay, payload });
  assert.deepEqual(await storedBilling(orderId), {
    name: 'Anna',
    email,
    businessName: 'New',
    phone: null,
    taxId: 'T1',
    address: null,
  });
});

test('a customer whose payment failed finds what they entered, and not what the account has', async () => {
  const { auth, email } = await shopper(app);
  const { orderId, show, pay } = await checkOut(app, [ONE_APP], auth);
  const payload = { name: 'Ann', email, billing: { businessName: 'Ann AS' }, sandboxOutcome: 'Fail' };
  const failed = await app.inject({ method: 'POST', url: pay, payload });
  assert.deepEqual([failed.json().status, failed.json().buyer.billing], ['Open', { businessName: 'Ann AS' }]);
  const { pathname } = new URL(
    (await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true` })).json().checkoutUrl,
  );
  assert.equal((await app.inject({ url: `/api${pathname}` })).json().buyer.billing, undefined);
  assert.equal((await app.inject({ url: show })).json().buyer.billing.businessName, 'Ann AS');
});

test('a cart without an owner belongs to the customer who enters billing details', async () => {
  const [owner, stranger] = [await shopper(app), await shopper(app)];
  const id = await cartOf({});
  assert.equal((await bill(id, WORK, owner.auth)).statusCode, 200);
  assert.equal((await get(id, stranger.auth)).statusCode, 403);
});

test('it is for the customer of the order alone, and for the account of the order', async () => {
  const [owner, stranger] = [await shopper(app), await shopper(app)];
  const id = await cartOf(owner.auth);
  for (const [headers, errorType] of [
    [stranger.auth, 'OrderOfAnotherCustomer'],
    [{}, 'BillingNeedsCustomer'],
  ] as const) {
    for (const refused of [await bill(id, WORK, { ...headers }), await unbill(id, { ...headers })]) {
      assert.deepEqual([refused.statusCode, refused.json().errorType], [403, errorType]);
    }
  }
  const elsewhere = await app.injectAs(app.other, { method: 'DELETE', url: urlOf(id) });
  assert.equal(elsewhere.statusCode, 404);
  assert.equal((await bill(randomUUID(), WORK)).statusCode, 404);
  assert.equal((await bill('no-guid', WORK)).statusCode, 404);
});

test('it does not change while a payment is on its way', async () => {
  const { orderId, pay } = await checkOut(app);
  const payload = { name: 'Gus', email: 'gus@example.com', sandboxOutcome: 'Delay' };
  await app.inject({ method: 'POST', url: pay, payload });
  for (const refused of [await bill(orderId, WORK), await unbill(orderId)]) {
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderPaymentProcessing']);
  }
});

test('while a payment is processing, its customer sees who is charged, whatever their profile says since', async () => {
  const { auth, email } = await shopper(app);
  const update = (payload: object) =>
    app.inject({ method: 'PATCH', url: '/api/customer/identity', headers: { ...auth }, payload });
  await update({ address });
  const { orderId, pay, show } = await checkOut(app, [ONE_APP], auth);
  const payload = { name: 'Ann on the page', email, ...CONSENT, sandboxOutcome: 'Delay' };
  const paid = await app.inject({ method: 'POST', url: pay, headers: { ...auth }, payload });
  assert.equal(paid.json().status, 'PaymentProcessing', paid.body);
  assert.equal(
    (await update({ name: 'Ann Moved', address: { ...address, locality: 'Bergen' } })).statusCode,
    200,
  );
  const { customer } = (await get(orderId, auth)).json();
  assert.deepEqual([customer.name, customer.address.locality], ['Ann on the page', 'Oslo']);
  assert.equal((await app.inject({ url: show })).json().buyer.name, 'Ann on the page');
  const [payment = assert.fail('no payment')] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  await report(app.ctx, payment, DECLINED);
  const open = (await get(orderId, auth)).json().customer;
  assert.deepEqual([open.name, open.address.locality], ['Ann Moved', 'Bergen'], 'a cart again');
});
