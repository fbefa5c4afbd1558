import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../shop.ts';
import { CONSENT } from '../taxed-checkout.ts';
import { startViesServer, type ViesServer } from '../vies-server.ts';

// An attacker has the id of an order, as the scripts of a shop do, and wants to learn its buyer's location and kind.

let app: TestApp;
let vies: ViesServer;
before(async () => {
  vies = await startViesServer();
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry', LATCHKEY_VIES_URL: vies.url });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { country: 'DE' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'] },
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
  });
});
after(async () => {
  await app.close();
  await vies.close();
});

const TAX_ID = 'FR40303265045';
const HOME = { countryCode: 'FR', streetAddress1: 'Rue Secrète 7', postCode: '75001', locality: 'Paris' };
const IN_SPAIN = { 'cf-ipcountry': 'ES' };
const SPANISH = { countryCode: 'ES', streetAddress1: 'Calle 1', postCode: '28001', locality: 'Madrid' };
const SPY = { name: 'Spy', email: 'spy@example.org', ...CONSENT };

const post = (url: string, payload: object, headers: Readonly<Record<string, string>> = IN_SPAIN) =>
  app.inject({ method: 'POST', url, payload, headers: { ...headers } });

/** A cart of a French business, and a link to its checkout for somebody else. */
async function cartOfAnn() {
  const ann = await shopper(app);
  const own = await checkOut(app, [ONE_APP], { ...ann.auth });
  const order = `/api/customer/orders/${own.orderId}`;
  const bill = {
    name: 'Ann Buyer',
    email: ann.email,
    businessName: 'Annette SARL',
    taxId: TAX_ID,
    address: HOME,
  };
  for (const [url, payload] of [
    ['/api/customer/identity', { address: HOME }],
    [`${order}/billing-details`, bill],
  ] as const) {
    const saved = await app.inject({ method: 'PATCH', url, headers: ann.auth, payload });
    assert.equal(saved.statusCode, 200, saved.body);
  }
  const link = await app.inject({ url: `${order}?checkout=true`, headers: IN_SPAIN });
  const show = `/api${new URL(link.json().checkoutUrl).pathname}`;
  return { ann, own, order, show, link };
}

/** The response contains nothing of the owner; only the public data of the vendor may contain the same words. */
function assertSilent(email: string, answers: readonly { readonly body: string }[]): void {
  for (const { body } of answers)
    for (const secret of [TAX_ID, '"FR"', 'France', 'Annette', 'Secr', 'ReverseCharge', 'Ann Buyer', email])
      assert.ok(!body.includes(secret), `${secret} in ${body}`);
}

test('no response to somebody with only the id of a customer’s cart depends on the customer’s location', async () => {
  const { ann, own, order, show, link } = await cartOfAnn();
  const owned = (await post(`${own.show}/quote`, {})).json();
  assert.equal(owned.total.taxes.amount, 0, 'the owner reads that a business abroad pays no tax');
  const read = await app.inject({ url: order, headers: IN_SPAIN });
  const patched = await patchOrder(app, own.orderId, { items: [ONE_APP] }, { headers: IN_SPAIN });
  const page = await app.inject({ url: show, headers: IN_SPAIN });
  const quotes = [
    await post(`${show}/quote`, {}),
    await post(`${show}/quote`, { place: { countryCode: 'ES' } }),
    await post(`${show}/quote`, { billing: { address: SPANISH } }),
    await post(`${show}/quote`, {}, { 'cf-ipcountry': 'US' }),
  ];
  const coupon = await post(`${show}/coupon`, { code: 'NONE' });
  const currency = await post(`${show}/currency`, { currency: 'EUR' });
  const refused = [
    await post(`${show}/pay`, SPY),
    await post(`${show}/pay`, { ...SPY, billing: { address: SPANISH } }, { 'cf-ipcountry': 'US' }),
  ];
  assert.deepEqual(
    refused.map(({ statusCode }) => statusCode),
    [400, 409],
  );
  assertSilent(ann.email, [link, read, patched, page, ...quotes, coupon, currency, ...refused]);
  for (const answer of [link, read, patched])
    assert.equal(answer.json().total.taxes.amount, 10.29, 'of the visitor’s place');
  assert.equal(quotes[3]?.json().total.taxes.amount, 0);
});

test('a stranger pays the tax of the place that they state, and the order goes to its owner', async () => {
  const { ann, own, order, show } = await cartOfAnn();
  const paid = await post(`${show}/pay`, { ...SPY, billing: { address: SPANISH } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal(paid.json().tax.rates[0].country, 'ES');
  assertSilent(ann.email, [
    paid,
    await app.inject({ url: show }),
    await app.inject({ url: order }),
    await post(`${show}/quote`, {}),
  ]);
  const { customer, total } = (await app.inject({ url: order, headers: ann.auth })).json();
  assert.deepEqual([total.taxes.amount, customer.email, customer.taxId], [10.29, ann.email, null]);
  assert.equal(customer.address.countryCode, 'ES', 'the bill fits its tax');
  assert.equal((await app.inject({ url: own.show })).json().status, 'Completed');
});

test('an earlier link reveals neither the payer of the order nor a guest’s input', async () => {
  const { orderId, show: spys } = await checkOut(app);
  const own = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true` });
  const guests = `/api${new URL(own.json().checkoutUrl).pathname}`;
  const email = `${randomUUID()}@example.com`;
  const billing = { name: 'Ann Buyer', businessName: 'Annette SARL', taxId: TAX_ID, address: HOME };
  const entered = await app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${orderId}/billing-details`,
    payload: { ...billing, email },
    remoteAddress: '198.51.100.7',
  });
  assert.equal(entered.json().total.taxes.amount, 9.8, 'the tax of France');
  const before = [
    await app.inject({ url: spys, headers: IN_SPAIN }),
    await app.inject({ url: `/api/customer/orders/${orderId}`, headers: IN_SPAIN }),
  ];
  const { name, ...details } = billing;
  const paid = await post(
    `${guests}/pay`,
    { name, email, billing: details, ...CONSENT },
    { 'cf-ipcountry': 'FR' },
  );
  assert.equal(paid.json().tax.rates[0].reason, 'ReverseCharge', paid.body);
  assertSilent(email, [
    ...before,
    await app.inject({ url: spys }),
    await post(`${spys}/quote`, {}),
    await app.inject({ url: `/api/customer/orders/${orderId}` }),
  ]);
  assert.equal((await app.inject({ url: guests })).json().tax.rates[0].country, 'FR', 'the payer sees it');
});
