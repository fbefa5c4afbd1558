import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, patchOrder, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

test('a cart in a currency that was switched off is sold in the default currency, and in no other', async () => {
  const { orderId, show, pay } = await checkOut(app);
  await patchOrder(app, orderId, { currency: 'USD' });
  assert.equal((await app.inject({ url: show })).json().total.due.currency, 'USD');
  await updateSettings(app.ctx, { currencies: ['EUR'] });
  const page = (await app.inject({ url: show })).json();
  assert.deepEqual([page.currency, page.total.due], ['EUR', { currency: 'EUR', amount: 49 }]);
  const payment = { name: 'Gus', email: 'gus@example.com', due: 55, currency: 'USD' };
  const refused = await app.inject({ method: 'POST', url: pay, payload: payment });
  assert.equal(refused.json().errorType, 'PriceChanged', refused.body);
  const changed = (await patchOrder(app, orderId, { items: [ONE_APP] })).json();
  assert.deepEqual([changed.currency, changed.total.due.amount], ['EUR', 49]);
  const paid = await app.inject({
    method: 'POST',
    url: pay,
    payload: { ...payment, due: 49, currency: 'EUR' },
  });
  assert.deepEqual([paid.json().status, paid.json().total.due.currency], ['Completed', 'EUR'], paid.body);
});

test('a visitor whose currency has no price yet sees the shop in one that has', async () => {
  const suggested = async () => {
    const headers = { 'cf-ipcountry': 'CH' };
    return (await app.inject({ url: '/api/customer/storefront', headers })).json().suggestedCurrency;
  };
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'CHF'] });
  assert.equal(await suggested(), 'EUR');
  const vendor = await merchantOf(app);
  const prices = { EUR: 49, USD: 55, CHF: 51 };
  await vendor.call('PATCH', '/api/products/app/variations/app-once', { prices });
  assert.equal(await suggested(), 'CHF');
});

test('where the default currency has no price either, the shop opens in one that has', async () => {
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'JPY'], defaultCurrency: 'JPY' });
  const storefront = (await app.inject({ url: '/api/customer/storefront' })).json();
  assert.equal(storefront.suggestedCurrency, 'EUR');
});
