import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ndjson } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { stockShop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriptions.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import type { CatalogTables } from '../../modules/catalog/tables.ts';
import type { LicensingTables } from '../../modules/licensing/tables.ts';
import { createCoupon } from '../../modules/coupons/index.ts';
import type { OrderTables } from '../../modules/orders/tables.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import type { Subscription, SubscriptionTables } from '../../modules/subscriptions/tables.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;
const VARIATION = 'PATCH /api/products/synth/variations/synth-monthly';
const CHANGE = 'POST /api/subscriptions/:id/change';

type Tables = CatalogTables & LicensingTables & OrderTables & PaymentTables & SubscriptionTables;

let app: TestApp;
let vendor: Record<string, string>;
let subscription: Subscription;
let email: string;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo);
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  await createCoupon(app.ctx, { id: 'loyal', name: 'Loyal', benefit });
  const synth = { type: 'Product', id: 'synth' } as const;
  const yearly = { id: 'synth-yearly', name: 'Yearly', recurrence: 'Yearly' } as const;
  await createVariation(app.ctx, synth, { ...yearly, prices: { EUR: 9_000, USD: 9_000 } });
  const euros = { id: 'synth-euros', name: 'Euros', recurrence: 'Monthly' } as const;
  await createVariation(app.ctx, synth, { ...euros, prices: { EUR: 900, USD: 900 } });
  await app.system.database.transaction(async (tx) => {
    // The account began to sell in dollars after this plan was made.
    const variations = tx
      .tables<Tables>()
      .updateTable('variations')
      .set({ prices: { USD: 900 } });
    await variations.where('id', '=', 'synth-euros').execute();
  });
  const sale = await subscribe(app, { item: MONTHLY, quantity: 3, method: 'Succeeds' });
  subscription = sale.subscription;
  email = sale.customer.email;
  await app.system.database.transaction(async (tx) => {
    const licenses = tx.tables<Tables>().updateTable('licenses').set({ activeActivations: 1 });
    await licenses.where('subscriptionId', '=', subscription.id).execute();
  });
});
after(() => app.close());

/** Everything that a mistake could leave behind. */
async function everything(): Promise<Record<string, unknown>> {
  const db = app.system.database.reader.tables<Tables>();
  return {
    variations: await db.selectFrom('variations').selectAll().orderBy('id').execute(),
    subscriptions: await db.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
    periods: await db.selectFrom('subscriptionPeriods').selectAll().orderBy('number').execute(),
    licenses: await db.selectFrom('licenses').selectAll().orderBy('id').execute(),
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    methods: await db.selectFrom('savedPaymentMethods').selectAll().orderBy('id').execute(),
  };
}

const IN_TEN_DAYS = () => new Date(app.system.clock.now().getTime() + 864_000_000).toISOString();
const line = (fields: object) => () =>
  ndjson([
    {
      externalId: randomUUID(),
      ownerEmail: email,
      content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' },
      cycleLength: 'Monthly',
      price: { currency: 'EUR', amount: 9 },
      paidThrough: IN_TEN_DAYS(),
      ...fields,
    },
  ]);

const plan = (fields: object) => () =>
  ndjson([
    {
      productId: 'synth',
      id: 'synth-list',
      name: 'From a list',
      cycleLength: 'Monthly',
      prices: { EUR: 9, USD: 9 },
      ...fields,
    },
  ]);
const PLANS = 'POST /api/import/variations';

/** A mistake, the request that makes it, and the sentence that names it. */
const MISTAKES: readonly (readonly [
  mistake: string,
  request: string,
  body: object | (() => string),
  sentence: RegExp,
])[] = [
  [
    'a cycle that there is not',
    VARIATION,
    { recurrence: { type: 'Recurring', cycleLength: 'Hourly' } },
    /Daily.*Yearly/,
  ],
  ['no free day', VARIATION, { freeDays: 0 }, /free days must be a whole number from 1 to 365\./],
  ['more than a year of free days', VARIATION, { freeDays: 366 }, /from 1 to 365\./],
  ['own after one cycle', VARIATION, { ownAfterCycles: 1 }, /from 2 to 1200\./],
  ['own after more than a century', VARIATION, { ownAfterCycles: 1_201 }, /from 2 to 1200\./],
  ['everything off the rest', VARIATION, { payoffDiscount: 1 }, /payoff discount must be/],
  [
    'a part of a basis point',
    VARIATION,
    { ownAfterCycles: 12, payoffDiscount: 0.10001 },
    /must be a share from 0\.0001 to 0\.9999, with at most four decimals\./,
  ],
  [
    'something off a rest that there is not',
    VARIATION,
    { payoffDiscount: 0.1 },
    /is only possible with ownAfterCycles: it is off what is left until then\./,
  ],
  ['a fallback before the first cycle', VARIATION, { fallbackAfterCycles: 0 }, /from 1 to 1200\./],
  [
    'a milestone before the first cycle',
    VARIATION,
    { milestones: [{ afterCycles: 0, couponId: 'loyal' }] },
    /must be at least 1: nothing is paid before the first cycle\./,
  ],
  [
    'more days than ten years',
    'POST /api/subscriptions/:id/extend',
    { days: 3_651, reason: 'x' },
    /days must be/,
  ],
  ['no period', 'POST /api/subscriptions/:id/comp', { periods: 0, reason: 'x' }, /periods must be/],
  [
    'a merge with what is no id',
    'POST /api/subscriptions/:id/merge',
    { subscriptionId: 'x', reason: 'y' },
    /must be a GUID/,
  ],
  ['a pause of four periods', 'POST /api/subscriptions/:id/pause', { periods: 4 }, /periods must be/],
  [
    'seats below devices in use',
    CHANGE,
    { quantity: 2 },
    /must be at least 3, because 3 of its licenses are used on devices: release devices first\./,
  ],
  [
    'a plan of another product',
    CHANGE,
    { variationId: 'app-once' },
    /is not a plan of Synth: a subscription stays with its item\./,
  ],
  [
    'a plan without a price in the currency',
    CHANGE,
    { variationId: 'synth-euros' },
    /has no price in EUR, the currency of this subscription\./,
  ],
  [
    'a release of what is not held',
    'POST /api/subscriptions/:id/release',
    {},
    /No renewal of this subscription is held/,
  ],
  [
    'a skip of what is not held',
    'POST /api/subscriptions/:id/skip',
    {},
    /No renewal of this subscription is held/,
  ],
  [
    'paid until the past',
    'POST /api/import/subscriptions',
    line({ paidThrough: '2020-01-01T00:00:00Z' }),
    /is in the past: only what is paid can go on here/,
  ],
  ['a list with another cycle', PLANS, plan({ cycleLength: 'Hourly' }), /cycle length.*Daily.*Yearly/],
  ['a list with too many free days', PLANS, plan({ freeDays: 366 }), /free days must be .* from 1 to 365\./],
  [
    'a list with a milestone before the first cycle',
    PLANS,
    plan({ milestones: [{ afterCycles: 0, couponId: 'loyal' }] }),
    /after cycles of milestone 1 must be at least 1: nothing is paid before the first cycle\./,
  ],
  [
    'a method that the provider does not know',
    'POST /api/import/subscriptions',
    line({ providerMethodId: 'pm_unknown' }),
    /is no payment method at the payment provider/,
  ],
];

for (const [mistake, request, body, sentence] of MISTAKES)
  test(`${mistake}: a sentence names it, and nothing is half done`, async () => {
    const before = await everything();
    const [method, path = ''] = request.split(' ');
    const isImport = typeof body === 'function';
    const answer = await app.inject({
      method: method === 'PATCH' ? 'PATCH' : 'POST',
      url: path.replace(':id', subscription.id),
      headers: { ...vendor, ...(isImport && { 'content-type': 'application/x-ndjson' }) },
      payload: isImport ? body() : body,
    });
    assert.match(String(answer.statusCode), isImport ? /200/ : /400|409/, answer.body);
    assert.match(answer.body, sentence);
    assert.deepEqual(await everything(), before);
  });

test('two cycles in one cart: a sentence names them, and the cart stays empty', async () => {
  const url = `/api/customer/orders/${randomUUID()}`;
  const items = ['synth-monthly', 'synth-yearly'].map((variationId) => ({
    ...MONTHLY,
    variationId,
    quantity: 1,
  }));
  const answer = await app.inject({ method: 'PATCH', url, payload: { items } });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.match(answer.body, /One cart has one billing cycle: synth-yearly is paid for every year/);
  const cart = await app.inject({ url });
  assert.deepEqual(cart.statusCode === 404 ? [] : cart.json().items, []);
});
