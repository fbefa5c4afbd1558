import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';
import { address, from, payAsGuest, type TaxedBuyer, type TaxedOrder } from '../../../test/taxed-checkout.ts';
import { startViesServer, type ViesServer } from '../../../test/vies-server.ts';
import { type AccountSettingsInput, updateSettings } from '../../modules/accounts/index.ts';
import { createVariation } from '../../modules/catalog/index.ts';

let app: TestApp;
let merchant: Merchant;
let vies: ViesServer;

type TaxSettings = NonNullable<AccountSettingsInput['tax']>;
const TAX: TaxSettings = { mode: 'own', prices: 'exclusive', collectsIn: ['EU', 'GB'], vies: true };
const collect = (tax: TaxSettings = TAX) => updateSettings(app.ctx, { tax });

before(async () => {
  vies = await startViesServer();
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry', LATCHKEY_VIES_URL: vies.url });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976' },
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
  });
  merchant = await merchantOf(app);
  await collect();
});
after(async () => {
  await app.close();
  await vies.close();
});

const pay = (url: string, buyer?: TaxedBuyer) => payAsGuest(app, url, buyer);
const details = (id: string) => merchant.call<TaxedOrder>('GET', `/api/orders/${id}`);

test('a cart estimates the tax of the country that the visitor comes from', async () => {
  const { total } = (
    await patchOrder(app, randomUUID(), { items: [ONE_APP] }, { headers: from('FR') })
  ).json();
  assert.deepEqual([total.subtotal.amount, total.taxes.amount, total.due.amount], [49, 9.8, 58.8]);
  const abroad = (await patchOrder(app, randomUUID(), { items: [ONE_APP] }, { headers: from('US') })).json();
  assert.deepEqual([abroad.total.taxes.amount, abroad.total.due.amount], [0, 49]);
  const unknown = (await patchOrder(app, randomUUID(), { items: [ONE_APP] })).json();
  assert.equal(unknown.total.due.amount, 49);
});

test('a purchase keeps the tax of each line, and the signs of the buyer’s country', async () => {
  const { orderId, pay: url } = await checkOut(app, [ONE_APP, { ...ONE_APP, id: 'more', quantity: 2 }]);
  const paid = await pay(url, { country: 'FR' });
  assert.equal(paid.json().status, 'Completed', paid.body);
  await collect({ ...TAX, collectsIn: [] });
  const { total, taxes, lineTaxes, taxEvidence } = await details(orderId);
  await collect();
  assert.deepEqual([total.subtotal.amount, total.taxes.amount, total.due.amount], [147, 29.4, 176.4]);
  const rate = { rate: 0.2, country: 'FR', reason: 'standard', included: false };
  assert.deepEqual(taxes, [{ ...rate, amount: 29.4, net: 147 }]);
  assert.deepEqual(
    lineTaxes?.map(({ amount, net }) => [amount, net]),
    [
      [9.8, 49],
      [19.6, 98],
    ],
  );
  assert.deepEqual(taxEvidence, {
    country: 'FR',
    evidence: [
      { kind: 'BillingCountry', country: 'FR' },
      { kind: 'ConnectionCountry', country: 'FR' },
    ],
    confirmed: false,
  });
});

test('a payment is refused without the country that taxes depend on, unless the order is free', async () => {
  const { pay: url } = await checkOut(app);
  const refused = await pay(url, { connection: 'FR' });
  assert.equal(refused.statusCode, 400);
  assert.deepEqual(Object.keys(refused.json().errors), ['billing.address.countryCode']);
  const both = await pay(url, { connection: 'FR', extra: { email: 'nobody' } });
  assert.deepEqual(Object.keys(both.json().errors).toSorted(), ['billing.address.countryCode', 'email']);
  await merchant.call('POST', '/api/discounts', {
    id: 'free',
    name: 'Free',
    type: 'PercentageOffDiscount',
    percentage: 1,
  });
  const free = await checkOut(app);
  assert.equal((await pay(free.pay)).json().status, 'Completed');
  await merchant.call('POST', '/api/discounts/free/archive');
});

test('what is paid for later needs the details that taxes follow from, although nothing is due today', async () => {
  const recurrence = 'Monthly';
  const terms = { freeDays: 14 };
  const trial = {
    id: 'app-trial',
    name: 'Trial',
    recurrence,
    terms,
    prices: { EUR: 1_200, USD: 1_300 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'app' }, trial);
  const { orderId, pay: url } = await checkOut(app, [{ ...ONE_APP, variationId: 'app-trial' }]);
  const extra = { recurringConsent: { wording: '2026-12' } };
  const silent = await pay(url, { extra });
  assert.deepEqual(Object.keys(silent.json().errors), ['billing.address.countryCode'], silent.body);
  const unclear = await pay(url, { country: 'FR', connection: 'DE', extra });
  assert.equal(unclear.json().errorType, 'TaxCountryUnclear', unclear.body);
  const wrong = await pay(url, { country: 'FR', taxId: 'FR1', extra });
  assert.deepEqual(Object.keys(wrong.json().errors), ['billing.taxId'], wrong.body);
  const start = await pay(url, { country: 'FR', extra });
  assert.equal(start.json().status, 'Completed', start.body);
  assert.equal((await details(orderId)).taxEvidence?.['country'], 'FR');
});

test('where the connection contradicts the bill, the buyer has to confirm the country', async () => {
  const { orderId, show, pay: url } = await checkOut(app);
  const refused = await pay(url, { country: 'FR', connection: 'DE' });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'TaxCountryUnclear']);
  assert.match(refused.json().detail, /country is France, but you seem to be in Germany/);
  assert.equal((await app.inject({ url: show })).json().status, 'Open');
  const paid = await pay(url, { country: 'FR', connection: 'DE', extra: { countryConfirmed: true } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal((await details(orderId)).taxEvidence?.['confirmed'], true);

  const untaxed = await checkOut(app);
  assert.equal((await pay(untaxed.pay, { country: 'US', connection: 'CA' })).json().status, 'Completed');
  const evading = await checkOut(app);
  const evasion = await pay(evading.pay, { country: 'US', connection: 'DE' });
  assert.equal(evasion.json().errorType, 'TaxCountryUnclear');
});

test('a buyer who has not seen the tax of the place pays nothing', async () => {
  const { show, pay: url } = await checkOut(app);
  const { fingerprint } = (await app.inject({ url: show, headers: from('US') })).json();
  const refused = await pay(url, { country: 'FR', extra: { fingerprint } });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderChanged']);
  const again = (await app.inject({ url: show, headers: from('FR') })).json();
  assert.equal(
    (await pay(url, { country: 'FR', extra: { fingerprint: again.fingerprint } })).statusCode,
    200,
  );
});

test('a postal code of a tax-free town with another town is an error that names the town', async () => {
  const { pay: url } = await checkOut(app);
  const place = { countryCode: 'IT', streetAddress1: 'Via 1', postCode: '23041' };
  const send = (locality: string) =>
    pay(url, { connection: 'IT', extra: { billing: { address: { ...place, locality } } } });
  const refused = await send('Milano');
  const { errors } = refused.json<{ errors: Record<string, string[]> }>();
  assert.deepEqual(Object.keys(errors), ['billing.address.locality'], refused.body);
  assert.match(errors['billing.address.locality']?.[0] ?? '', /of Livigno/);
  assert.equal((await send('Livigno')).json().status, 'Completed');
});

test('a running payment keeps the tax that it began with', async () => {
  const { orderId, pay: url } = await checkOut(app);
  const started = await pay(url, { country: 'FR', extra: { sandboxOutcome: 'Delay' } });
  assert.equal(started.json().status, 'PaymentProcessing', started.body);
  await collect({ ...TAX, mode: 'none' });
  app.system.clock.advance(60_000);
  await pay(url);
  const { total } = await details(orderId);
  await collect();
  assert.equal(total.due.amount, 58.8);
});

test('the signs of a country outlive the customer, as the law wants', async () => {
  const customer = await shopper(app);
  const { orderId, pay: url } = await checkOut(app, [ONE_APP], customer.auth);
  assert.equal((await pay(url, { country: 'FR' })).json().status, 'Completed');
  await merchant.call('DELETE', `/api/customers/${customer.id}`);
  assert.equal((await details(orderId)).taxEvidence?.['country'], 'FR');
});

/** A customer with details in the account, and the checkout of a cart. */
async function customerWith(payload: object) {
  const customer = await shopper(app);
  const request = { url: '/api/customer/identity', headers: customer.auth, payload };
  const { statusCode, body } = await app.inject({ method: 'PATCH', ...request });
  assert.equal(statusCode, 200, body);
  return { customer, checkout: await checkOut(app, [ONE_APP], customer.auth), profile: JSON.parse(body) };
}

test('the checkout shows a customer’s stored details, and lets change all of them', async () => {
  const ofAccount = {
    businessName: 'Ann SARL',
    taxId: 'FR40303265045',
    phone: '+33 1',
    address: address('FR'),
  };
  const { customer, checkout, profile } = await customerWith(ofAccount);
  const { businessName, taxId, phone } = profile;
  assert.deepEqual([businessName, taxId, phone], [ofAccount.businessName, ofAccount.taxId, ofAccount.phone]);
  const { buyer } = (await app.inject({ url: checkout.show })).json();
  assert.deepEqual(buyer.billing, {
    ...ofAccount,
    address: { ...ofAccount.address, streetAddress2: null, region: null },
  });
  assert.equal(buyer.addressNeeded, true);
  const quote = { method: 'POST', url: `${checkout.show}/quote`, headers: from('IT') } as const;
  const place = { countryCode: 'IT', postCode: '00100' };
  const none = { businessName: null, taxId: null, phone: null };
  const typed = await app.inject({ ...quote, payload: { place, billing: none } });
  assert.deepEqual([typed.json().tax.rates[0].country, typed.json().tax.notice], ['IT', undefined]);
  const paid = await pay(checkout.pay, {
    connection: 'IT',
    extra: { billing: { ...none, address: address('IT') } },
  });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal(paid.json().buyer.billing, undefined, 'nothing is shown once it is paid');
  const order = await app.inject({
    url: `/api/customer/orders/${checkout.orderId}`,
    headers: customer.auth,
  });
  const bill = order.json().customer;
  assert.deepEqual(
    [bill.address.countryCode, bill.businessName, bill.taxId, bill.phone],
    ['IT', null, null, null],
  );
  assert.equal((await details(checkout.orderId)).taxes?.[0]?.country, 'IT');
});

test('a customer’s details apply where the payment sends none, and the customer can remove them', async () => {
  const { customer, checkout } = await customerWith({ address: address('FR'), taxId: 'FR40303265045' });
  const untold = await app.inject({
    method: 'POST',
    url: checkout.pay,
    headers: from('FR'),
    payload: { name: 'Ann', email: customer.email },
  });
  assert.equal(untold.json().status, 'Completed', untold.body);
  assert.equal((await details(checkout.orderId)).taxes?.[0]?.country, 'FR');
  const removed = await app.inject({
    method: 'PATCH',
    url: '/api/customer/identity',
    headers: customer.auth,
    payload: { address: null, taxId: '', businessName: null, phone: null },
  });
  const { address: place, taxId } = removed.json();
  assert.deepEqual([place, taxId], [undefined, undefined]);
});

test('a stored tax id that is none stops no purchase: it is ignored, and the buyer is told', async () => {
  const { customer, checkout } = await customerWith({ address: address('FR'), businessName: 'Ann' });
  await merchant.call('PATCH', `/api/customers/${customer.id}`, { taxId: 'n/a' });
  const billing = { address: address('FR'), businessName: 'Ann', taxId: 'n/a' };
  const quote = (payload: object) =>
    app.inject({ method: 'POST', url: `${checkout.show}/quote`, headers: from('FR'), payload });
  for (const payload of [
    {},
    { billing },
    { place: { countryCode: 'FR' }, billing: { ...billing, address: null } },
  ]) {
    const quoted = await quote(payload);
    assert.equal(quoted.json().tax?.noticeReason, 'TaxIdIgnored', quoted.body);
  }
  const other = await quote({ billing: { ...billing, taxId: 'none' } });
  assert.deepEqual(
    Object.keys(other.json().errors),
    ['billing.taxId'],
    'one that was just typed is a mistake',
  );
  const paid = await pay(checkout.pay, { country: 'FR', taxId: 'n/a', businessName: 'Ann' });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const { taxes } = await details(checkout.orderId);
  assert.deepEqual([taxes?.[0]?.reason, taxes?.[0]?.country], ['standard', 'FR']);
});

test('a stored tax id that is none makes nobody a business, also where no tax is collected', async () => {
  await collect({ ...TAX, mode: 'none' });
  const { customer, checkout } = await customerWith({ name: 'Ann' });
  const payment = (billing: object) =>
    app.inject({
      method: 'POST',
      url: checkout.pay,
      headers: from('DE'),
      payload: { name: 'Ann', email: customer.email, billing },
    });
  await merchant.call('PATCH', `/api/customers/${customer.id}`, { taxId: 'n/a' });
  for (const billing of [{}, { address: address('DE') }])
    assert.deepEqual(Object.keys((await payment(billing)).json().errors), ['consent']);
  await merchant.call('PATCH', `/api/customers/${customer.id}`, { taxId: 'DE136695976' });
  const paid = await payment({ address: address('DE') });
  await collect();
  assert.equal(paid.json().status, 'Completed', paid.body);
});

test('an account that collects no tax requests and shows nothing about it', async () => {
  await collect({ ...TAX, mode: 'none' });
  const { orderId, pay: url } = await checkOut(app);
  assert.equal((await pay(url, { connection: 'FR' })).json().status, 'Completed');
  const { taxes, taxEvidence, total } = await details(orderId);
  await collect();
  assert.deepEqual([taxes, taxEvidence, total.due.amount], [undefined, undefined, 49]);
});

test('the country of the vendor’s machine has no effect on a buyer’s cart', async () => {
  const id = randomUUID();
  await patchOrder(app, id, { items: [ONE_APP] }, { headers: from('FR') });
  const order = await merchant.send('GET', `/api/orders/${id}`, undefined, from('DE'));
  assert.equal(order.json<TaxedOrder>().total.taxes.amount, 0);
});
