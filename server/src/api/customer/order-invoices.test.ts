import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

const SELLER = { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' };
const ADDRESS = { countryCode: 'AT', streetAddress1: 'Ring 1', postCode: '1010', locality: 'Wien' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { seller: SELLER, tax: { mode: 'own', collectsIn: ['EU'] } });
});
after(() => app.close());

test('an invoice on request has a tax id and an address of the country of the sale, and the address of the seller', async () => {
  const { auth, email } = await shopper(app);
  const { orderId, pay } = await checkOut(app, [ONE_APP], auth);
  const payload = { name: 'Ann', email, billing: { address: ADDRESS }, ...CONSENT };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const url = `/api/customer/orders/${orderId}`;
  const request = async (details: object) =>
    (await app.inject({ method: 'POST', url: `${url}/invoice`, headers: auth, payload: details })).json();
  const business = { businessName: 'Ann GmbH', address: ADDRESS };
  const german = { ...ADDRESS, countryCode: 'DE', postCode: '10115' };
  const { errors } = await request({ ...business, taxId: 'DE136695976', address: german });
  assert.deepEqual(Object.keys(errors), ['address.countryCode', 'taxId']);
  assert.match(errors['address.countryCode'][0], /must be Austria/);
  const isAvailable = async () =>
    (await app.inject({ url: `${url}/documents`, headers: auth })).json().invoiceAvailable;
  assert.equal(await isAvailable(), true);
  await updateSettings(app.ctx, { seller: { address: [] } });
  assert.equal(await isAvailable(), false);
  assert.equal((await request(business)).errorType, 'SellerAddressMissing');
  // Half a day is another date in one of the two zones.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    await updateSettings(app.ctx, { seller: SELLER, documents: { timeZone } });
    const next = await checkOut(app, [ONE_APP], auth);
    const again = await app.inject({ method: 'POST', url: next.pay, payload });
    assert.equal(again.json().status, 'Completed', again.body);
    const page = await app.inject({ url: `/api/customer/orders/${next.orderId}/receipt`, headers: auth });
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone });
    assert.ok(page.body.includes(day.format(app.system.clock.now())), timeZone);
  }
  assert.match((await request(business)).number, /^INV-/);
  assert.equal(await isAvailable(), false, 'an order has one invoice');
});

test('no invoice is available or issued on request once money of the order was returned', async () => {
  const { auth, email } = await shopper(app);
  const { orderId, pay } = await checkOut(app, [ONE_APP], auth);
  const payload = { name: 'Ann', email, billing: { address: ADDRESS }, ...CONSENT };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const url = `/api/customer/orders/${orderId}`;
  const show = async () => (await app.inject({ url: `${url}/documents`, headers: auth })).json();
  assert.equal((await show()).invoiceAvailable, true);
  const vendor = await merchantOf(app);
  const part = { amount: { amount: 1, currency: 'EUR' } };
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, part);
  const request = { businessName: 'Ann GmbH', address: ADDRESS };
  const refused = await app.inject({
    method: 'POST',
    url: `${url}/invoice`,
    headers: auth,
    payload: request,
  });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'SaleRefunded'], refused.body);
  const { items, invoiceAvailable } = await show();
  assert.deepEqual(
    [items.map(({ kind }: { kind: string }) => kind), invoiceAvailable],
    [['Receipt', 'CreditNote'], false],
  );
});
