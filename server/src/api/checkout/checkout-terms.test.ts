import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { updateProduct } from '../../modules/catalog/index.ts';
import { CONSENT_WORDINGS, hasWithdrawal } from '../../modules/orders/domain/delivery-consent.ts';
import type { OrderTables } from '../../modules/orders/tables.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { aCoupon } from '../../../test/coupons.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
const buyer = () => ({ name: 'Ann Buyer', email: `${randomUUID()}@example.com` });
const actionUrl = (show: string, action: string) => show.replace(/(\?|$)/, `/${action}$1`);

test('the page names the seller, and links to the pages of the vendor, in the language of the account', async () => {
  const links = {
    terms: 'https://shop.example.com/terms',
    privacy: 'https://shop.example.com/privacy',
    refunds: 'https://shop.example.com/refunds',
    imprint: 'https://shop.example.com/imprint',
  };
  const seller = {
    name: 'Demo Audio GmbH',
    address: ['Hafenstraße 1', '20457 Hamburg'],
    country: 'DE',
    taxId: 'DE123456789',
    email: 'orders@example.com',
  };
  const storefrontUrl = 'https://shop.example.com';
  const { show } = await checkOut(app);
  await updateSettings(app.ctx, { links, seller, storefrontUrl, locale: 'de' });
  const page = (await app.inject({ url: show })).json();
  await updateSettings(app.ctx, { locale: 'en' });
  assert.deepEqual(page.seller, seller);
  assert.deepEqual(page.links, { ...links, shop: storefrontUrl });
  assert.equal(page.locale, 'de');
});

test('a purchase keeps its language, and the consent with its wording and time', async () => {
  app.system.clock.hold('it compares the time of the consent with the clock');
  const { pay, orderId } = await checkOut(app);
  const refused = await post(pay, { ...buyer(), locale: 'German', consent: { wording: 'none' } });
  assert.deepEqual(Object.keys(refused.json().errors), ['consent.wording']);
  const unreadable = await post(pay, { ...buyer(), locale: 'German' });
  assert.deepEqual(Object.keys(unreadable.json().errors), ['locale']);

  const paid = await post(pay, { ...buyer(), locale: 'de-AT', consent: { wording: '2026-11' } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const { content } = await purchaseOf(orderId);
  assert.equal(content.locale, 'de-AT');
  assert.deepEqual(content.consent, {
    wording: '2026-11',
    text: 'Liefern Sie meine Lizenzen sofort. Mir ist bekannt, dass mein Widerrufsrecht mit Beginn der Lieferung erlischt.',
    at: app.system.clock.now().toISOString(),
  });

  const silent = await checkOut(app);
  await post(silent.pay, buyer());
  const { content: bare } = await purchaseOf(silent.orderId);
  assert.deepEqual([bare.locale, bare.consent], [undefined, undefined]);
});

const inCountry = (countryCode: string) => ({
  billing: { address: { countryCode, streetAddress1: 'Street 1', postCode: '10115', locality: 'City' } },
});

test('consumers of the EEA and the United Kingdom consent to immediate delivery, and nobody else has to', async () => {
  for (const country of ['DE', 'NO', 'GB']) {
    const { pay, show } = await checkOut(app);
    const { errors } = (await post(pay, { ...buyer(), ...inCountry(country) })).json();
    assert.deepEqual(Object.keys(errors), ['consent'], country);
    assert.match(errors.consent[0], /version 2026-11: “Deliver my licenses at once\./);
    const both = await post(pay, { ...buyer(), ...inCountry(country), locale: 'German' });
    assert.deepEqual(
      Object.keys(both.json().errors).toSorted(),
      ['consent', 'locale'],
      'every issue at once',
    );
    assert.equal((await app.inject({ url: show })).json().status, 'Open');
    const paid = await post(pay, { ...buyer(), ...inCountry(country), ...CONSENT });
    assert.equal(paid.json().status, 'Completed', paid.body);
  }
  const { billing } = inCountry('DE');
  for (const input of [
    inCountry('US'),
    inCountry('CH'),
    { billing: { ...billing, businessName: 'Ann & Co.' } },
  ]) {
    const paid = await post((await checkOut(app)).pay, { ...buyer(), ...input });
    assert.equal(paid.json().status, 'Completed', paid.body);
  }
});

test('the sentence and the countries of the consent are those of the page', async () => {
  const read = (name: string) => readFile(new URL(`../../../../web/src/${name}`, import.meta.url), 'utf8');
  const { en, de } = CONSENT_WORDINGS['2026-11'];
  assert.ok((await read('checkout/checkout-en.ts')).includes(en));
  assert.ok((await read('checkout/checkout-de.ts')).includes(de));
  assert.ok((await read('checkout/consent-field.tsx')).includes("wording: '2026-11'"));
  const [, codes = ''] = /WITHDRAWAL = new Set\(\s*'([^']*)'/.exec(await read('address/country.ts')) ?? [];
  const theirs = new Set(codes.split(' '));
  for (const country of REGIONS) assert.equal(hasWithdrawal(country), theirs.has(country), country);
});

/** All pairs of letters. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const REGIONS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));

const ADDRESS = { countryCode: 'IL', streetAddress1: 'Street 1', postCode: '1', locality: 'Haifa' };

test('nothing that a document names the buyer with holds line breaks, or turns the direction of text', async () => {
  const { pay, orderId } = await checkOut(app);
  const url = `/api/customer/orders/${orderId}`;
  const patch = (payload: object) =>
    app.inject({ method: 'PATCH', url: `${url}/billing-details`, payload: { ...buyer(), ...payload } });
  for (const text of [`A${'\n'.repeat(190)}B`, 'A\u2028B', 'A\u202EB', 'A\u2067B']) {
    const address = { ...ADDRESS, streetAddress1: text, locality: text };
    const billing = { businessName: text, taxId: text, phone: text, address };
    const paths = ['businessName', 'taxId', 'phone', 'address.streetAddress1', 'address.locality'];
    const refusals = [
      [await post(pay, { ...buyer(), name: text }), ['name']],
      [await post(pay, { ...buyer(), billing }), paths.map((path) => `billing.${path}`)],
      [await patch({ name: text, ...billing }), ['name', ...paths]],
    ] as const;
    for (const [{ statusCode, body }, fields] of refusals) {
      assert.equal(statusCode, 400, body);
      assert.deepEqual(Object.keys(JSON.parse(body).errors).toSorted(), fields.toSorted());
    }
  }
  for (const name of ['محمد\u200F', 'דוד כהן\n', ' Ann \r\n']) {
    assert.equal((await patch({ name, address: ADDRESS })).statusCode, 200, name);
    const paid = await post((await checkOut(app)).pay, { ...buyer(), name });
    assert.equal(paid.json().status, 'Completed', paid.body);
  }
});

test('the buyer changes the currency to one of the order, for the cart in the shop, too', async () => {
  const { show, pay, orderId } = await checkOut(app);
  const url = actionUrl(show, 'currency');
  const { fingerprint } = (await app.inject({ url: show })).json();
  const changed = await post(url, { currency: 'USD' });
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(changed.json().total.due, { currency: 'USD', amount: 55 });
  assert.equal((await app.inject({ url: `/api/customer/orders/${orderId}` })).json().currency, 'USD');
  assert.equal((await post(pay, { ...buyer(), fingerprint })).json().errorType, 'OrderChanged');

  const foreign = await post(url, { currency: 'JPY' });
  assert.deepEqual([foreign.statusCode, Object.keys(foreign.json().errors)], [400, ['currency']]);
  assert.equal(
    (await post(url.replace(/[^/]{4}\/currency/, '/currency'), { currency: 'EUR' })).statusCode,
    404,
  );
  assert.equal((await post(pay, { ...buyer(), sandboxOutcome: 'Delay' })).json().status, 'PaymentProcessing');
  assert.equal((await post(url, { currency: 'EUR' })).json().errorType, 'OrderPaymentProcessing');
});

test('nobody changes the currency by the link of a cart that another customer has taken over', async () => {
  const { show, orderId } = await checkOut(app);
  const customer = await shopper(app);
  await patchOrder(app, orderId, { items: [ONE_APP] }, { headers: customer.auth });
  const response = await post(actionUrl(show, 'currency'), { currency: 'USD' });
  assert.deepEqual([response.statusCode, response.json().errorType], [409, 'OrderTaken']);
});

test('an order is offered in no currency that lacks a price of its items', async () => {
  const { show } = await checkOut(app);
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'GBP'] });
  const { currencies } = (await app.inject({ url: show })).json();
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD'] });
  assert.deepEqual(currencies, ['EUR', 'USD']);
});

test('a coupon is entered and removed by the link, and refused with the reason', async () => {
  const { code } = await aCoupon(app.ctx);
  const { show, pay } = await checkOut(app);
  const url = actionUrl(show, 'coupon');
  const entered = await post(url, { code: ` ${code.toLowerCase()} ` });
  assert.equal(entered.statusCode, 200, entered.body);
  const discount = { currency: 'EUR', amount: 4.9 };
  assert.deepEqual(entered.json().couponsApplied, [{ code, name: 'A coupon', description: '', discount }]);
  assert.equal(entered.json().total.due.amount, 44.1);

  const unknown = await post(url, { code: 'NOPE' });
  assert.deepEqual([unknown.statusCode, unknown.json().errorType], [400, 'CouponNotUsable']);
  assert.deepEqual(Object.keys((await post(url, { code: '  ' })).json().errors), ['code']);

  const removed = await app.inject({ method: 'DELETE', url, payload: { code } });
  assert.deepEqual([removed.json().couponsApplied, removed.json().total.due.amount], [[], 49]);
  assert.equal((await post(url.replace(/[^/]{4}\/coupon/, '/coupon'), { code })).statusCode, 404);
  await post(pay, buyer());
  assert.equal((await post(url, { code })).json().errorType, 'OrderCompleted');
});

test('a quote has the taxes of the place that the buyer has entered so far, and stores nothing', async () => {
  const { show, pay } = await checkOut(app);
  const untaxed = (await app.inject({ url: show })).json();
  assert.deepEqual([untaxed.tax, untaxed.buyer.addressNeeded], [undefined, undefined]);
  await updateSettings(app.ctx, { tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'] } });
  try {
    const page = (await app.inject({ url: show })).json();
    assert.deepEqual(page.tax, { mode: 'Exclusive', isEstimate: true, rates: [] });
    assert.equal(page.buyer.addressNeeded, true);

    const url = actionUrl(show, 'quote');
    const quote = await post(url, { place: { countryCode: 'at', postCode: '1010' } });
    assert.equal(quote.statusCode, 200, quote.body);
    const rates = [{ rate: 20, amount: 9.8, country: 'AT', reason: 'Standard' }];
    assert.deepEqual(quote.json().tax, { mode: 'Exclusive', isEstimate: false, rates });
    assert.equal(quote.json().total.due.amount, 58.8);
    assert.deepEqual((await app.inject({ url: show })).json().tax.rates, [], 'nothing of it is stored');

    const nowhere = await post(url, { place: { countryCode: 'XX' } });
    assert.deepEqual(Object.keys(nowhere.json().errors), ['place.countryCode']);
    const place = { countryCode: 'AT' };
    const wrong = await post(url, { place, billing: { taxId: 'ATU1' } });
    assert.deepEqual(Object.keys(wrong.json().errors), ['billing.taxId']);

    const address = { countryCode: 'AT', streetAddress1: 'Ring 1', postCode: '1010', locality: 'Wien' };
    const { fingerprint } = quote.json();
    const paid = await post(pay, { ...buyer(), ...CONSENT, billing: { address }, fingerprint, due: 58.8 });
    assert.equal(paid.json().status, 'Completed', paid.body);
  } finally {
    await updateSettings(app.ctx, { tax: { mode: 'none', prices: 'inclusive', collectsIn: [] } });
  }
});

test('a completed order has its files at once for those who may have them: not for a guest who typed an address', async () => {
  app.system.clock.hold('it compares when the order was completed with the clock');
  const files = [{ name: 'app.dmg', platform: 'Mac', content: Buffer.from('app') }] as const;
  await createReleaseFromFiles(app.ctx, { productId: 'app', version: '1.0.0', files, isPublished: true });
  const customer = await shopper(app);
  const carts = [await checkOut(app, [ONE_APP], customer.auth), await checkOut(app)];
  const results = [];
  for (const { show, pay } of carts) {
    const before = (await app.inject({ url: show })).json();
    const paid = await post(pay, buyer());
    results.push({ before, after: paid.json() });
  }
  const [own, guests] = results;
  assert.deepEqual([own?.before.downloads, own?.before.files], [true, undefined]);
  assert.equal(own?.after.completedAt, app.system.clock.now().toISOString());
  assert.equal(own?.after.document.kind, 'Receipt');
  assert.match(own?.after.document.number, /^R-\d{4}-\d+$/);
  const [file] = own?.after.files ?? [];
  assert.deepEqual(
    [file.product, file.name, file.version, file.platform],
    ['App', 'app.dmg', '1.0.0', 'Mac'],
  );
  const { pathname, search } = new URL(file.url);
  assert.equal((await app.inject({ url: pathname + search })).body, 'app');
  assert.deepEqual(
    [guests?.after.status, guests?.after.downloads, guests?.after.files],
    ['Completed', true, undefined],
  );

  await updateProduct(app.ctx, 'app', { downloadAccess: 'Everyone' });
  const [, { show }] = [carts[0], carts[1] ?? assert.fail()];
  assert.equal((await app.inject({ url: show })).json().files.length, 1);
});

async function purchaseOf(orderId: string) {
  const purchases = app.system.database.reader.tables<OrderTables>().selectFrom('purchases').selectAll();
  return purchases.where('orderId', '=', orderId).executeTakeFirstOrThrow();
}
