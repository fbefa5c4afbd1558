import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { everythingOf } from '../everything.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../shop.ts';

let app: TestApp;
let vendor: Merchant;
let buyer: Shopper;
let path: string;
let payment: { readonly id: string; readonly providerReference: string };
let lineId: string;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  vendor = await merchantOf(app);
  buyer = await shopper(app);
  const { orderId, pay } = await checkOut(app, [{ ...ONE_APP, quantity: 2 }], buyer.auth);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Eve', email: buyer.email } });
  path = `/api/orders/${orderId}`;
  const order = await vendor.call<{ payments: (typeof payment)[]; items: { id: string }[] }>('GET', path);
  payment = order.payments[0] ?? assert.fail('no payment');
  lineId = order.items[0]?.id ?? assert.fail('no line');
});
after(() => app.close());

const TABLES = [
  'payments',
  'payment_events',
  'refunds',
  'disputes',
  'licenses',
  'documents',
  'mails',
  'jobs',
];

/** Everything that a refund or a dispute changes. */
async function everything() {
  const rows = await everythingOf(app.system.database.reader, 'demo');
  return TABLES.map((table) => rows[table] ?? assert.fail(`no table ${table}`));
}

test('buyers cannot refund themselves, dispute their payment, or read what others got back', async () => {
  const reader = await app.apiKey(app.demo, 'orders:read', 'licenses:write', 'settings:write');
  const atFirst = await everything();
  for (const headers of [{}, { ...buyer.auth }, reader])
    for (const [method, url] of [
      ['POST', `${path}/refunds`],
      ['POST', '/dev/try/reversals'],
    ] as const) {
      const payload = url.startsWith('/dev') ? { paymentId: payment.id, event: 'DisputeLost' } : {};
      const { statusCode } = await app.inject({ method, url, headers, payload });
      assert.ok([401, 403].includes(statusCode), `${url}: ${statusCode}`);
    }
  for (const url of [`${path}/refunds`, '/api/disputes'])
    for (const headers of [{}, { ...buyer.auth }])
      assert.equal((await app.inject({ url, headers })).statusCode, 401);
  assert.deepEqual(await everything(), atFirst);
});

test('nobody but the provider reports refunds and disputes', async () => {
  const atFirst = await everything();
  for (const what of ['Refund', 'DisputeOpened', 'DisputeWon'])
    for (const signature of ['', 'x', 'a'.repeat(64)]) {
      const payload = JSON.stringify({
        id: `sandbox~${what}~4900~EUR~1`,
        reference: payment.providerReference,
      });
      const headers = { 'content-type': 'application/json', 'sandbox-signature': signature };
      const url = '/api/hooks/payments/sandbox';
      const { statusCode } = await app.inject({ method: 'POST', url, headers, payload });
      assert.equal(statusCode, 400, what);
    }
  assert.deepEqual(await everything(), atFirst);
});

test('invalid amounts and quantities refund nothing', async () => {
  const key = await app.apiKey(app.demo);
  const atFirst = await everything();
  const quantities = ['-1', '0', '1.5', '9007199254740993', '1e309', '"1"', 'null', '3'];
  const amounts = ['-1', '0', '0.001', '9007199254740993', '1e309', '"1"', 'null', '98.01'];
  const bodies = [
    ...quantities.map((quantity) => `{"lines": [{"lineId": "${lineId}", "quantity": ${quantity}}]}`),
    ...amounts.map((amount) => `{"amount": {"currency": "EUR", "amount": ${amount}}}`),
    '{"lines": []}',
    `{"lines": [{"lineId": "${lineId}", "quantity": 1, "amount": 98}]}`,
    '{"amount": {"currency": "eur", "amount": 1}}',
    '{"amountMinor": 1}',
  ];
  const surprises: string[] = [];
  for (const payload of bodies) {
    const headers = { ...key, 'content-type': 'application/json' };
    const { statusCode } = await app.inject({ method: 'POST', url: `${path}/refunds`, headers, payload });
    if (![400, 409].includes(statusCode)) surprises.push(`${payload}: ${statusCode}`);
  }
  assert.deepEqual(surprises, []);
  assert.deepEqual(await everything(), atFirst);
});
