import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { DECLINED, paidInFull, report } from '../../../test/payments.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { checkOut, ONE_APP, patchOrder, shopper, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { orderSubject } from '../../modules/orders/index.ts';
import { listPayments } from '../../modules/payments/index.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976' },
    tax: { mode: 'own', prices: 'exclusive', collectsIn: ['EU'], vies: false },
    limits: { paymentsPerMinute: 0 },
  });
  vendor = await merchantOf(app);
});
after(() => app.close());

type Checkout = Awaited<ReturnType<typeof checkOut>>;

/** A guest, or customer, in Germany whose payment of 49 EUR and 19 % waits for the bank. */
async function beginPayment(auth: Record<string, string> = {}): Promise<Checkout> {
  const checkout = await checkOut(app, [ONE_APP, SYNTH], auth);
  const address = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };
  const email = `${randomUUID()}@example.com`;
  const payload = { name: 'Gus', email, billing: { address }, ...CONSENT, sandboxOutcome: 'Delay' };
  const headers = { 'cf-ipcountry': 'DE', ...auth };
  const response = await app.inject({ method: 'POST', url: checkout.pay, payload, headers });
  assert.equal(response.json().status, 'PaymentProcessing', response.body);
  return checkout;
}

const SYNTH = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 1 };

interface Answer {
  readonly total: { readonly due: { readonly amount: number } };
  readonly items?: readonly object[];
  readonly lines?: readonly object[];
  readonly withdrawnLines?: readonly object[];
}

/** The total and the number of lines in every view of an order. */
async function views({ orderId, show }: Checkout) {
  const shop = (await app.inject({ url: `/api/customer/orders/${orderId}` })).json<Answer>();
  const page = (await app.inject({ url: show })).json<Answer>();
  const details = await vendor.call<Answer>('GET', `/api/orders/${orderId}`);
  const orders = await vendor.call<{ items: (Answer & { id: string })[] }>('GET', '/api/orders?pageSize=100');
  const summary = orders.items.find(({ id }) => id === orderId) ?? assert.fail('it is not in the list');
  const sums = ({ total, items, lines, withdrawnLines = [] }: Answer) => [
    total?.due.amount,
    (items ?? lines ?? []).length,
    withdrawnLines.length,
  ];
  return { shop: sums(shop), page: sums(page), details: sums(details), list: sums(summary) };
}

const everywhere = (...sums: readonly number[]) => ({
  shop: sums,
  page: sums,
  details: sums,
  list: sums,
});

/** The total of the order in the file of all orders. */
async function exportedTotal({ orderId }: Checkout): Promise<string | undefined> {
  const file = await vendor.send('GET', '/api/export/orders?format=csv');
  const [head = '', ...rows] = file.body.trim().split('\r\n');
  // Lines may have commas, what follows the totals has none: count from the end.
  const place = head.split(',').toReversed().indexOf('"total.due.amount"');
  return rows
    .find((row) => row.startsWith(`"${orderId}"`))
    ?.split(',')
    .at(-1 - place);
}

test('the customer’s own list has an order once it is paid, with what was charged', async () => {
  const { auth } = await shopper(app);
  const { orderId } = await beginPayment(auth);
  const own = async () => {
    const { items } = (await app.inject({ url: '/api/customer/orders', headers: auth })).json();
    return items.map(({ total }: Answer) => total.due.amount);
  };
  assert.deepEqual(await own(), []);
  await vendor.call('PATCH', '/api/products/app/variations/app-once', { prices: { EUR: 250, USD: 280 } });
  const [payment = assert.fail('no payment')] = await listPayments(app.ctx, orderSubject({ id: orderId }));
  await report(app.ctx, payment, paidInFull(payment));
  assert.deepEqual(await own(), [176.12]);
  await vendor.call('PATCH', '/api/products/app/variations/app-once', { prices: { EUR: 49, USD: 55 } });
});

test('a cart whose currency was switched off is in that of its total, in every view of the vendor', async () => {
  const checkout = await checkOut(app);
  await patchOrder(app, checkout.orderId, { currency: 'USD' });
  await updateSettings(app.ctx, { currencies: ['EUR'], tax: { mode: 'none' } });
  const currencies = async () => {
    const details = await vendor.call<Priced>('GET', `/api/orders/${checkout.orderId}`);
    const { items } = await vendor.call<{ items: Priced[] }>('GET', '/api/orders?pageSize=100');
    const row = items.find(({ id }) => id === checkout.orderId);
    return [details, row].map((order) => [order?.currency, order?.total?.due.currency]);
  };
  assert.deepEqual((await currencies())[0], ['EUR', 'EUR']);
  const payload = { name: 'Gus', email: 'gus@example.com', sandboxOutcome: 'Delay' };
  const paid = await app.inject({ method: 'POST', url: checkout.pay, payload });
  assert.equal(paid.json().status, 'PaymentProcessing', paid.body);
  assert.deepEqual(await currencies(), [
    ['EUR', 'EUR'],
    ['EUR', 'EUR'],
  ]);
  const file = await vendor.send('GET', '/api/export/orders?format=ndjson');
  const row = file.body.split('\n').find((line) => line.includes(checkout.orderId));
  assert.equal(JSON.parse(row ?? assert.fail('it is not in the file')).currency, 'EUR');
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD'], tax: { mode: 'own' } });
});

interface Priced {
  readonly id: string;
  readonly currency: string;
  readonly total?: { readonly due: { readonly currency: string } };
}

test('from the start of a payment to its end, every view shows what is charged', async () => {
  const checkout = await beginPayment();
  const charged = everywhere(176.12, 2, 0);
  assert.deepEqual(
    await views(checkout),
    charged,
    'with the taxes of the page, which the cart does not know',
  );
  await vendor.call('PATCH', '/api/products/app/variations/app-once', { prices: { EUR: 250, USD: 280 } });
  assert.deepEqual(await views(checkout), charged, 'whatever prices do');
  await vendor.call('PATCH', '/api/products/synth', { purchasable: false });
  assert.deepEqual(await views(checkout), charged, 'whatever products do');
  await updateSettings(app.ctx, { tax: { mode: 'none' } });
  assert.deepEqual(await views(checkout), charged, 'whatever taxes do');
  assert.equal(await exportedTotal(checkout), '176.12');
  const [payment] = await listPayments(app.ctx, orderSubject({ id: checkout.orderId }));
  await report(app.ctx, payment ?? assert.fail('no payment'), DECLINED);
  const { shop, page } = await views(checkout);
  assert.deepEqual(
    [shop, page],
    [
      [250, 1, 1],
      [250, 1, 1],
    ],
    'a cart again, at the prices of today',
  );
});
