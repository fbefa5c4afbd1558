import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { startViesServer, type ViesServer } from '../../../test/vies-server.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { chargeTerms } from '../../modules/orders/standing/charge-order.ts';
import { checkVies } from '../../modules/taxes/index.ts';

let app: TestApp;
let vies: ViesServer;

before(async () => {
  vies = await startViesServer();
  app = await startTestApp({ LATCHKEY_VIES_URL: vies.url });
  await stockShop(app, app.demo);
  vies.answer = 'Valid';
});
after(async () => {
  await app.close();
  await vies.close();
});

const limitChecks = (taxIdChecksPerMinute: number) =>
  updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'], vies: true },
    limits: { taxIdChecksPerMinute },
  });

const address = { countryCode: 'FR', streetAddress1: 'Street 1', postCode: '1000', locality: 'City' };

const quoteOf = (show: string, taxId: string) =>
  app.inject({
    method: 'POST',
    url: `${show}/quote`,
    payload: { billing: { businessName: 'Gus SARL', taxId, address } },
  });

/** A French VAT number that passes the checksum. */
function frenchTaxId(siren: number): string {
  return `FR${String((12 + 3 * (siren % 97)) % 97).padStart(2, '0')}${siren}`;
}

/** The first numbers from the start with the checksum of French companies (Luhn). */
function frenchTaxIds(start: number, count: number): string[] {
  const ids: string[] = [];
  for (let siren = start; ids.length < count; siren += 1)
    if (isLuhn(String(siren))) ids.push(frenchTaxId(siren));
  return ids;
}

function isLuhn(digits: string): boolean {
  const sum = Array.from(digits).reduce((total, digit, index) => {
    const value = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

test('lookups in VIES are limited, also of a tax id that the order has, and answers in memory are not', async () => {
  await limitChecks(1);
  const [first = '', second = '', third = ''] = frenchTaxIds(410_000_000, 3);
  const { show, pay } = await checkOut(app);
  const before = vies.requests.length;
  assert.equal((await quoteOf(show, first)).statusCode, 200);
  assert.equal((await quoteOf(show, first)).statusCode, 200, 'remembered');
  const refused = await quoteOf(show, second);
  assert.equal(refused.statusCode, 429, refused.body);
  assert.match(refused.json().detail, /Too many tax IDs/);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  const customer = await shopper(app);
  const cart = await checkOut(app, [ONE_APP], customer.auth);
  await app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${cart.orderId}/billing-details`,
    headers: customer.auth,
    payload: { name: 'Gus', email: 'gus@example.com', businessName: 'Gus SARL', address, taxId: third },
  });
  const ofOrder = await app.inject({ method: 'POST', url: `${cart.show}/quote`, payload: {} });
  assert.equal(ofOrder.statusCode, 429, ofOrder.body);
  const billing = { businessName: 'Gus SARL', taxId: second, address };
  const payload = { name: 'Gus', email: 'gus@example.com', billing };
  const payment = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(payment.statusCode, 429, payment.body);
  assert.equal(vies.requests.length - before, 1);
});

test('who invents tax ids in payments is stopped, and other networks and accounts go on paying', async () => {
  const account = await limitChecks(1);
  const ids = frenchTaxIds(415_000_000, 4);
  vies.answer = 'NotRegistered';
  const before = vies.requests.length;
  const payFrom = async (remoteAddress: string, taxId = '') => {
    const { pay } = await checkOut(app);
    const billing = { businessName: 'Gus SARL', taxId, address };
    const payload = { name: 'Gus', email: 'gus@example.com', billing, ...CONSENT };
    return (await app.inject({ method: 'POST', url: pay, payload, remoteAddress })).statusCode;
  };
  assert.deepEqual(
    [await payFrom('203.0.113.7', ids[0]), await payFrom('203.0.113.7', ids[1])],
    [409, 429],
    'each invented id is another lookup; the price of the first one has tax now',
  );
  assert.equal(await payFrom('203.0.113.7', ids[0]), 409, 'an answer in memory costs nothing');
  assert.equal(await payFrom('198.51.100.7', ids[2]), 409, 'another network');
  const text = ids[3] ?? '';
  const id = { text, country: 'FR', prefix: 'FR', number: text.slice(2) };
  const from = (of: typeof account) => ({
    ...testContext(app.system, of),
    addressGroup: () => '203.0.113.7',
  });
  await assert.rejects(checkVies(from(account), id, undefined, 'Payment'), { status: 429 });
  const ofOther = { ...app.other, settings: account.settings };
  assert.equal((await checkVies(from(ofOther), id, undefined, 'Payment')).kind, 'NotRegistered');
  assert.equal(vies.requests.length - before, 3);
  vies.answer = 'Valid';
});

test('beyond 10 concurrent lookups of an account, or 20 in total, tax is charged, and the buyer is told so', async () => {
  const ids = frenchTaxIds(420_000_000, 11);
  const { promise: answer, resolve: respond } = Promise.withResolvers<void>();
  const { promise: full, resolve: isFull } = Promise.withResolvers<void>();
  const { promise: allFull, resolve: areAllFull } = Promise.withResolvers<void>();
  const before = vies.requests.length;
  vies.meanwhile = () => {
    if (vies.requests.length - before === 10) isFull();
    if (vies.requests.length - before === 20) areAllFull();
    return answer;
  };
  const account = await limitChecks(0);
  const ctx = testContext(app.system, account);
  const read = (text: string) => ({ text, country: 'FR', prefix: 'FR', number: text.slice(2) });
  const ofOther = testContext(app.system, app.other);
  const ofThird = testContext(app.system, { ...app.other, id: 'third' });
  const lookUp = (context: typeof ctx) =>
    ids.slice(0, 10).map((id) => checkVies(context, read(id), undefined, 'Payment'));
  const running = lookUp(ctx);
  await full;
  const { show } = await checkOut(app);
  const last = async () => (await quoteOf(show, ids[10] ?? '')).json().tax;
  const { notice, noticeReason } = await last();
  assert.match(notice, /could not be checked at the moment, so VAT is charged/);
  assert.equal(noticeReason, 'Unreachable');
  assert.equal(vies.requests.length - before, 10);
  running.push(...lookUp(ofOther));
  await allFull;
  const tooMany = await checkVies(ofThird, read(ids[0] ?? ''), undefined, 'Payment');
  assert.equal(tooMany.kind, 'Unreachable', 'all places are taken');
  assert.equal(vies.requests.length - before, 20);
  respond();
  assert.deepEqual(new Set((await Promise.all(running)).map(({ kind }) => kind)), new Set(['Valid']));
  vies.meanwhile = async () => {};
  assert.equal((await last()).notice, undefined, 'a place is free again');
});

test('quotes take half of the lookups of an account at most: payments and renewals use the rest', async () => {
  const { promise: answer, resolve: respond } = Promise.withResolvers<void>();
  const places = [5, 6, 7].map((requests) => ({ requests, ...Promise.withResolvers<void>() }));
  const [half, sixth, seventh] = places.map(({ promise }) => promise);
  const before = vies.requests.length;
  vies.meanwhile = () => {
    places.find(({ requests }) => requests === vies.requests.length - before)?.resolve();
    return answer;
  };
  const ctx = testContext(app.system, await limitChecks(0));
  const [ofRenewal = '', ofPayment = '', other = '', ...first] = frenchTaxIds(430_000_000, 8);
  const { show, pay } = await checkOut(app);
  const quotes = first.map((text) =>
    checkVies(ctx, { text, country: 'FR', prefix: 'FR', number: text.slice(2) }, undefined, 'Quote'),
  );
  await half;
  assert.equal((await quoteOf(show, other)).json().tax.noticeReason, 'Unreachable');
  const buyer = { name: 'Gus', email: 'gus@example.com' };
  const details = { businessName: 'Gus SARL', address };
  const payload = { ...buyer, billing: { ...details, taxId: ofPayment }, ...CONSENT };
  const payment = app.inject({ method: 'POST', url: pay, payload }).then((paid) => paid.json());
  await Promise.race([sixth, payment]);
  const stated = {
    ...buyer,
    ...details,
    taxId: ofRenewal,
    address: { ...address, streetAddress2: null, region: null },
  };
  const renewal = chargeTerms(ctx, { customerId: null, stated });
  await Promise.race([seventh, renewal]);
  respond();
  const { total } = await payment;
  assert.equal(total.due.amount, 49, 'no tax is due');
  assert.equal((await renewal).taxes?.taxIdCheck?.result, 'Valid');
  assert.deepEqual(new Set((await Promise.all(quotes)).map(({ kind }) => kind)), new Set(['Valid']));
  vies.meanwhile = async () => {};
});
