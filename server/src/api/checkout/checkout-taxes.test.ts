import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';
import { startViesServer, type ViesServer } from '../../../test/vies-server.ts';
import { type AccountSettingsInput, updateSettings } from '../../modules/accounts/index.ts';
import { openCheckout, quoteForBuyer } from '../../modules/orders/index.ts';

let app: TestApp;
let merchant: Merchant;
let vies: ViesServer;

type TaxSettings = NonNullable<AccountSettingsInput['tax']>;
const TAX: TaxSettings = { mode: 'own', prices: 'exclusive', collectsIn: ['EU', 'GB'], vies: false };
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

const from = (country: string) => ({ 'cf-ipcountry': country });

function address(countryCode: string, postCode = '1000') {
  return { countryCode, streetAddress1: 'Street 1', postCode, locality: 'City' };
}

interface Buyer {
  readonly country?: string;
  readonly connection?: string;
  readonly taxId?: string;
  readonly extra?: object;
}

/** Pays as a guest who lives in the country and connects from there. */
async function pay(url: string, { country, connection = country, taxId, extra }: Buyer = {}) {
  const billing = { ...(country && { address: address(country) }), ...(taxId && { taxId }) };
  const email = `${randomUUID()}@example.com`;
  return app.inject({
    method: 'POST',
    url,
    headers: connection === undefined ? {} : from(connection),
    payload: { name: 'Gus Guest', email, billing, ...extra },
  });
}

interface Tax {
  readonly rate: number;
  readonly amount: number;
  readonly net: number;
  readonly country: string;
  readonly reason: string;
  readonly included: boolean;
  readonly relief?: number;
}

interface Details {
  readonly total: { readonly subtotal: Money; readonly taxes: Money; readonly due: Money };
  readonly taxes?: Tax[];
  readonly lineTaxes?: (Tax & { readonly lineId: string })[];
  readonly taxEvidence?: Readonly<Record<string, unknown>>;
}

interface Money {
  readonly amount: number;
}

const details = (id: string) => merchant.call<Details>('GET', `/api/orders/${id}`);

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

test('a tax id of another country than the bill is an error that names both', async () => {
  const { pay: url } = await checkOut(app);
  const foreign = await pay(url, { country: 'FR', taxId: 'DE136695976' });
  const { errors } = foreign.json<{ errors: Record<string, string[]> }>();
  assert.deepEqual([foreign.statusCode, Object.keys(errors)], [400, ['billing.taxId']]);
  assert.match(
    errors['billing.taxId']?.[0] ?? '',
    /belongs to Germany, but the billing country is France\.$/,
  );
  const wrong = await pay(url, { country: 'FR', taxId: 'FR40303265044' });
  assert.deepEqual(Object.keys(wrong.json().errors), ['billing.taxId']);
});

test('billing details with a tax id of another country are refused where taxes are collected', async () => {
  const id = randomUUID();
  await patchOrder(app, id, { items: [ONE_APP] });
  const url = `/api/customer/orders/${id}/billing-details`;
  const bill = (country: string) =>
    app.inject({
      method: 'PATCH',
      url,
      payload: { name: 'Gus', email: 'gus@example.com', taxId: 'DE136695976', address: address(country) },
    });
  assert.deepEqual(Object.keys((await bill('FR')).json().errors), ['taxId']);
  const home = (await bill('DE')).json();
  assert.equal(home.total.taxes.amount, 9.31, 'the cart has the tax of the bill');
  await collect({ ...TAX, mode: 'none' });
  assert.equal((await bill('FR')).statusCode, 200);
  await collect();
});

test('a business in another member state owes the tax; one at home pays it', async () => {
  const { orderId, pay: url } = await checkOut(app);
  assert.equal((await pay(url, { country: 'FR', taxId: 'fr 40 303 265 045' })).json().status, 'Completed');
  const { total, taxes, taxEvidence } = await details(orderId);
  assert.equal(total.due.amount, 49);
  assert.deepEqual(
    taxes?.map(({ rate, amount, reason }) => [rate, amount, reason]),
    [[0, 0, 'reverse_charge']],
  );
  assert.deepEqual(taxEvidence?.['taxId'], {
    taxId: 'FR40303265045',
    country: 'FR',
    by: 'Format',
    result: 'Valid',
    at: app.system.clock.now().toISOString(),
  });
  const home = await checkOut(app);
  await pay(home.pay, { country: 'DE', taxId: 'DE136695976' });
  assert.equal((await details(home.orderId)).total.due.amount, 58.31);
});

test('a business pays the net price where prices include tax; others pay the price', async () => {
  await collect({ ...TAX, prices: 'inclusive' });
  const totals = [];
  for (const buyer of [{ country: 'FR' }, { country: 'FR', taxId: 'FR40303265045' }, { country: 'US' }]) {
    const { orderId, pay: url } = await checkOut(app);
    await pay(url, buyer);
    const { total, taxes = [] } = await details(orderId);
    totals.push([
      total.subtotal.amount,
      total.taxes.amount,
      total.due.amount,
      taxes[0]?.amount,
      taxes[0]?.net,
    ]);
  }
  await collect();
  assert.deepEqual(totals, [
    [49, 0, 49, 8.17, 40.83],
    [49, -8.17, 40.83, 0, 40.83],
    [49, 0, 49, 0, 49],
  ]);
});

/** The checkout for the details that a business has entered so far. */
async function quoted(show: string, taxId: string, country: string) {
  const [, , , orderId = '', token = ''] = show.split(/[/?]/);
  const account = await collect({ ...TAX, vies: true });
  const ctx = { ...testContext(app.system, account), visitorCountry: () => country };
  const view = await openCheckout(ctx, orderId, token, undefined);
  const buyer = { name: 'Gus', email: 'gus@example.com' };
  return quoteForBuyer(ctx, view, { buyer, details: { taxId }, place: { country } });
}

test('with VIES on, a tax id counts once the register knows it, and its answer is kept', async () => {
  vies.answer = 'Valid';
  const { orderId, show, pay: url } = await checkOut(app);
  const { quote, taxes } = await quoted(show, 'FR40303265045', 'FR');
  assert.deepEqual([quote.total.dueMinor, taxes?.notice], [4_900, undefined]);
  await pay(url, { country: 'FR', taxId: 'FR40303265045' });
  assert.deepEqual((await details(orderId)).taxEvidence?.['taxId'], {
    taxId: 'FR40303265045',
    country: 'FR',
    by: 'Vies',
    result: 'Valid',
    consultationNumber: 'WAPIAAAAY-1',
    at: app.system.clock.now().toISOString(),
  });
  const request = { countryCode: 'FR', vatNumber: '40303265045' };
  const requester = { requesterMemberStateCode: 'DE', requesterNumber: '136695976' };
  assert.deepEqual(vies.requests, [{ url: '/check-vat-number', body: { ...request, ...requester } }]);

  await pay((await checkOut(app)).pay, { country: 'DE', taxId: 'DE136695976' });
  assert.equal(vies.requests.length, 1, 'nothing depends on the register at home');
});

const UNCERTAIN = [
  ['NotRegistered', 'EL094259216', 'GR', /is not registered .* so tax is charged/, 2_400],
  ['Away', 'BE0428759497', 'BE', /could not be checked at the moment, so tax is charged/, 2_100],
  ['Broken', 'IT00743110157', 'IT', /could not be checked at the moment, so tax is charged/, 2_200],
] as const;

for (const [answer, taxId, country, notice, basisPoints] of UNCERTAIN) {
  test(`tax is charged, and the buyer is told, when VIES answers ${answer}`, async () => {
    vies.answer = answer;
    const { orderId, show, pay: url } = await checkOut(app);
    const { taxes } = await quoted(show, taxId, country);
    assert.match(taxes?.notice?.message ?? '', notice);
    assert.equal(taxes?.notice?.reason, answer === 'NotRegistered' ? answer : 'Unreachable');
    assert.equal((await pay(url, { country, taxId })).json().status, 'Completed');
    const order = await details(orderId);
    assert.deepEqual([order.taxes?.[0]?.rate, order.taxes?.[0]?.reason], [basisPoints / 10_000, 'standard']);
    await collect();
  });
}

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

test('a customer is taxed at the address of the account, not at one that the page sends', async () => {
  const customer = await shopper(app);
  const patch = { method: 'PATCH', url: '/api/customer/identity', headers: customer.auth } as const;
  await app.inject({ ...patch, payload: { address: address('FR') } });
  const { orderId, pay: url } = await checkOut(app, [ONE_APP], customer.auth);
  assert.equal((await pay(url, { country: 'US', connection: 'FR' })).json().status, 'Completed');
  assert.equal((await details(orderId)).taxes?.[0]?.country, 'FR');
});

test('an account that collects no tax requests and shows nothing about it', async () => {
  await collect({ ...TAX, mode: 'none' });
  const { orderId, pay: url } = await checkOut(app);
  assert.equal((await pay(url, { connection: 'FR' })).json().status, 'Completed');
  const { taxes, taxEvidence, total } = await details(orderId);
  await collect();
  assert.deepEqual([taxes, taxEvidence, total.due.amount], [undefined, undefined, 49]);
});

test('a customer who changes the billing details while the register is asked pays nothing', async () => {
  await collect({ ...TAX, vies: true });
  vies.answer = 'Valid';
  const customer = await shopper(app);
  const { orderId, show, pay: url } = await checkOut(app, [ONE_APP], customer.auth);
  const bill = (fields: object) =>
    app.inject({
      method: 'PATCH',
      url: `/api/customer/orders/${orderId}/billing-details`,
      headers: customer.auth,
      payload: { name: 'Ann', email: customer.email, ...fields },
    });
  await bill({ address: address('SE', '11122'), taxId: 'SE556188840401' });
  vies.meanwhile = () => bill({ address: address('SE', '11122') });
  const refused = await pay(url, { connection: 'SE' });
  vies.meanwhile = async () => {};
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderChanged']);
  assert.equal((await app.inject({ url: show })).json().status, 'Open');
  await pay(url, { connection: 'SE' });
  assert.equal((await details(orderId)).taxes?.[0]?.reason, 'standard');
  await collect();
});

test('the country of the vendor’s machine has no effect on a buyer’s cart', async () => {
  const id = randomUUID();
  await patchOrder(app, id, { items: [ONE_APP] }, { headers: from('FR') });
  const order = await merchant.send('GET', `/api/orders/${id}`, undefined, from('DE'));
  assert.equal(order.json<Details>().total.taxes.amount, 0);
});
