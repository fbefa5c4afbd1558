import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';
import { address, payAsGuest, type TaxedBuyer, type TaxedOrder } from '../../../test/taxed-checkout.ts';
import { startViesServer, type ViesServer } from '../../../test/vies-server.ts';
import { type AccountSettingsInput, updateSettings } from '../../modules/accounts/index.ts';
import { documentsOfOrder } from '../../modules/documents/index.ts';
import { openCheckout, quoteForBuyer } from '../../modules/orders/index.ts';

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

test('a customer stores a tax id of their country only, where taxes are collected; one that is stored stays', async () => {
  const customer = await shopper(app);
  const store = async (payload: object) => {
    const url = '/api/customer/identity';
    const { statusCode, body } = await app.inject({ method: 'PATCH', url, headers: customer.auth, payload });
    return statusCode === 200 ? [200] : [statusCode, JSON.parse(body).errors];
  };
  const taxId = 'DE136695976';
  const foreign = { taxId: ['The tax id belongs to Germany, but the billing country is France.'] };
  assert.deepEqual(await store({ taxId, address: address('FR') }), [400, foreign]);
  const nameless = await store({ email: 'nobody', taxId, address: address('FR') });
  assert.deepEqual(Object.keys(nameless[1]).toSorted(), ['email', 'taxId'], 'with all other issues');
  assert.deepEqual(await store({ taxId, address: address('DE') }), [200]);
  assert.deepEqual(Object.keys((await store({ taxId: 'n/a' }))[1]), ['taxId'], 'the stored address counts');
  assert.deepEqual(await store({ taxId, address: address('FR') }), [400, foreign], 'nor does it move along');
  await merchant.call('PATCH', `/api/customers/${customer.id}`, { taxId: 'n/a' });
  assert.deepEqual(await store({ taxId: 'n/a', phone: '1', address: address('DE') }), [200]);
  await collect({ ...TAX, mode: 'none' });
  assert.deepEqual(await store({ taxId, address: address('FR') }), [200]);
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
  assert.deepEqual(taxEvidence?.['evidence'], [
    { kind: 'BillingCountry', country: 'FR' },
    { kind: 'ConnectionCountry', country: 'FR' },
    { kind: 'TaxId', country: 'FR' },
  ]);
  const home = await checkOut(app);
  await pay(home.pay, { country: 'DE', taxId: 'DE136695976' });
  assert.equal((await details(home.orderId)).total.due.amount, 58.31);
});

test('the document of a customer’s cart that another business pays names that business', async () => {
  const owner = await shopper(app);
  const { orderId } = await checkOut(app, [ONE_APP], owner.auth);
  const answer = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true` });
  const { pathname } = new URL(answer.json<{ checkoutUrl: string }>().checkoutUrl);
  const payer = { country: 'FR', taxId: 'FR40303265045', businessName: 'Pat SARL' };
  assert.equal((await pay(`/api${pathname}/pay`, payer)).json().status, 'Completed');
  const [document = assert.fail('no document')] = await documentsOfOrder(app.ctx, orderId);
  const { businessName, taxId } = document.facts.buyer;
  assert.deepEqual([businessName, taxId], [payer.businessName, payer.taxId]);
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
async function quoted(
  show: string,
  {
    taxId,
    country,
    businessName = 'Gus & Co.',
  }: { readonly taxId: string; readonly country: string; readonly businessName?: string },
) {
  const [, , , orderId = '', token = ''] = show.split(/[/?]/);
  const account = await collect();
  const ctx = { ...testContext(app.system, account), visitorCountry: () => country };
  const view = await openCheckout(ctx, orderId, token, undefined);
  const buyer = { name: 'Gus', email: 'gus@example.com' };
  return quoteForBuyer(ctx, view, { buyer, details: { taxId, businessName }, place: { country } });
}

test('a tax id counts once the register knows it, and its answer is kept', async () => {
  vies.answer = 'Valid';
  vies.requests.length = 0;
  const { orderId, show, pay: url } = await checkOut(app);
  const before = app.system.clock.now().toISOString();
  const { quote, taxes } = await quoted(show, { taxId: 'FR83404833048', country: 'FR' });
  assert.deepEqual([quote.total.dueMinor, taxes?.notice], [4_900, undefined]);
  await pay(url, { country: 'FR', taxId: 'FR83404833048' });
  const { at, ...check } = Object(await details(orderId)).taxEvidence.taxId;
  assert.deepEqual(check, {
    taxId: 'FR83404833048',
    country: 'FR',
    result: 'Valid',
    consultationNumber: 'WAPIAAAAY-1',
  });
  assert.ok(before < at && at < app.system.clock.now().toISOString(), at);
  const request = { countryCode: 'FR', vatNumber: '83404833048' };
  const requester = { requesterMemberStateCode: 'DE', requesterNumber: '136695976' };
  assert.deepEqual(vies.requests, [{ url: '/check-vat-number', body: { ...request, ...requester } }]);

  await pay((await checkOut(app)).pay, { country: 'DE', taxId: 'DE136695976' });
  assert.equal(vies.requests.length, 1, 'nothing depends on the register at home');
});

test('a seller whose own tax id VIES does not accept sells under reverse charge all the same', async () => {
  vies.answer = 'BadRequester';
  const { show } = await checkOut(app);
  const { quote, taxes } = await quoted(show, { taxId: 'NL004495445B01', country: 'NL' });
  assert.deepEqual([quote.total.dueMinor, taxes?.notice], [4_900, undefined]);
});

test('a number that VIES calls malformed is not registered', async () => {
  vies.answer = 'BadInput';
  const { show } = await checkOut(app);
  const { taxes } = await quoted(show, { taxId: 'SE556012579001', country: 'SE' });
  assert.equal(taxes?.notice?.reason, 'NotRegistered');
});

const UNCERTAIN = [
  ['NotRegistered', 'EL094259216', 'GR', /is not registered .* so VAT is charged.*seller can correct/, 2_400],
  [
    'Away',
    'BE0428759497',
    'BE',
    /could not be checked at the moment, so VAT is charged.*seller can correct/,
    2_100,
  ],
  [
    'Broken',
    'IT00743110157',
    'IT',
    /could not be checked at the moment, so VAT is charged.*seller can correct/,
    2_200,
  ],
] as const;

for (const [answer, taxId, country, notice, basisPoints] of UNCERTAIN) {
  test(`tax is charged, and the buyer is told, when VIES answers ${answer}`, async () => {
    vies.answer = answer;
    const { orderId, show, pay: url } = await checkOut(app);
    const { taxes } = await quoted(show, { taxId, country });
    assert.match(taxes?.notice?.message ?? '', notice);
    assert.equal(taxes?.notice?.reason, answer === 'NotRegistered' ? answer : 'Unreachable');
    assert.equal((await pay(url, { country, taxId })).json().status, 'Completed');
    const order = await details(orderId);
    assert.deepEqual([order.taxes?.[0]?.rate, order.taxes?.[0]?.reason], [basisPoints / 10_000, 'standard']);
    assert.deepEqual(
      order.taxEvidence?.['evidence'],
      ['BillingCountry', 'ConnectionCountry'].map((kind) => ({ kind, country })),
      'such an answer is no evidence',
    );
    const contradicted = await pay((await checkOut(app)).pay, { country, connection: 'FR', taxId });
    assert.equal(contradicted.json().errorType, 'TaxCountryUnclear', 'nor does it answer the question');
    await collect();
  });
}

test('a business without a name, or in a shop that checks no tax ids, is charged tax and told so', async () => {
  vies.answer = 'Valid';
  vies.requests.length = 0;
  const taxId = 'FR40303265045';
  const nameless = await checkOut(app);
  const { taxes } = await quoted(nameless.show, { taxId, country: 'FR', businessName: ' ' });
  assert.equal(taxes?.notice?.reason, 'NoBusinessName');
  const evidence = async (url: string, buyer: TaxedBuyer) => {
    assert.equal((await pay(url, { country: 'FR', taxId, ...buyer })).json().status, 'Completed');
  };
  await evidence(nameless.pay, { businessName: '' });
  await collect({ ...TAX, vies: false });
  const unchecked = await checkOut(app);
  await evidence(unchecked.pay, {});
  const contradicted = await checkOut(app);
  const refused = await pay(contradicted.pay, { country: 'FR', connection: 'DE', taxId });
  await collect();
  assert.equal(refused.json().errorType, 'TaxCountryUnclear', 'a form is no evidence of a country');
  for (const { orderId } of [nameless, unchecked]) {
    const { taxes: [tax] = [], taxEvidence } = await details(orderId);
    assert.deepEqual([tax?.rate, tax?.reason, taxEvidence?.['taxId']], [0.2, 'standard', undefined]);
  }
  assert.deepEqual(vies.requests, []);
});

const PERSONAL = [
  ['PT', '123456789'],
  ['ES', '12345678Z'],
  ['HR', '33392005961'],
  ['CZ', '7103192745'],
  ['LV', '161175-19997'],
  ['RO', '1630615123457'],
] as const;

for (const [country, number] of PERSONAL)
  test(`a number that private persons have in ${country} is not the tax id of a business`, async () => {
    vies.answer = 'Valid';
    const { pay: url } = await checkOut(app);
    const refused = await pay(url, { country, taxId: number });
    assert.deepEqual(Object.keys(refused.json().errors ?? {}), ['billing.taxId'], refused.body);
    vies.answer = 'NotRegistered';
    const { orderId, pay: again } = await checkOut(app);
    const paid = await pay(again, { country, taxId: `${country}${number}` });
    if (country === 'RO') assert.equal(paid.statusCode, 400, paid.body);
    else assert.equal((await details(orderId)).taxes?.[0]?.reason, 'standard', paid.body);
  });

test('a customer who changes the billing details while the register is asked pays nothing', async () => {
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
  await bill({ address: address('SE', '11122'), taxId: 'SE556188840401', businessName: 'Ann AB' });
  vies.meanwhile = () => bill({ address: address('SE', '11122') });
  const refused = await pay(url, { connection: 'SE' });
  vies.meanwhile = async () => {};
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderChanged']);
  assert.equal((await app.inject({ url: show })).json().status, 'Open');
  await pay(url, { connection: 'SE' });
  assert.equal((await details(orderId)).taxes?.[0]?.reason, 'standard');
});

test('a correction takes nothing off an invoice that names the business that owes its tax', async () => {
  const seller = { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE', taxId: 'DE136695976' };
  await updateSettings(app.ctx, { seller });
  const { orderId, pay: url } = await checkOut(app);
  const paid = await pay(url, { country: 'FR', taxId: 'FR40303265045' });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.deepEqual(
    (await details(orderId)).taxes?.map(({ reason }) => reason),
    ['reverse_charge'],
  );
  const correct = (body: object) => merchant.send('POST', `/api/orders/${orderId}/invoice`, body);
  const refused = await correct({ businessName: null, taxId: null, address: null });
  assert.deepEqual(
    [refused.statusCode, Object.keys(refused.json().errors).toSorted()],
    [400, ['address', 'businessName', 'taxId']],
    refused.body,
  );
  const elsewhere = await correct({ businessName: null, address: address('AT') });
  assert.deepEqual(
    [elsewhere.statusCode, Object.keys(elsewhere.json().errors).toSorted()],
    [400, ['address.countryCode', 'businessName']],
    'all issues together',
  );
  const other = await correct({ name: null, businessName: 'Gus SARL' });
  assert.equal(other.statusCode, 200, other.body);
});
