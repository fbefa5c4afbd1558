import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createVariation } from '../../src/modules/catalog/index.ts';
import { createCoupon } from '../../src/modules/coupons/index.ts';
import { endSubscription } from '../../src/modules/subscriptions/index.ts';
import { startTestApp, TEST_ORIGIN, type TestApp } from '../harness.ts';
import { type Shopper, shopper, stockShop } from '../shop.ts';
import { rentToOwn, subscribe } from '../subscriptions.ts';
import { shopClient, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls, type Fields } from './fields.ts';

// The subscriptions that deployed portals read and change (extended API, sections A and C).

const LOYAL = { type: 'Product', productId: 'synth', variationId: 'synth-loyal' } as const;
const SUBSCRIPTIONS = '/customer/inventory/subscriptions';

let app: TestApp;
let page: WireClient;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  page = shopClient(app);
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  await createCoupon(app.ctx, { id: 'loyal', name: 'Loyal', benefit });
  await createVariation(
    app.ctx,
    { type: 'Product', id: 'synth' },
    {
      id: 'synth-loyal',
      name: 'Loyal',
      recurrence: 'Monthly',
      prices: { EUR: 900, USD: 900 },
      terms: { milestones: [{ afterCycles: 1, couponId: 'loyal' }] },
    },
  );
});
after(() => app.close());

const MONEY: Fields = { currency: 'text', amount: 'number' };
const SUBSCRIPTION: Fields = {
  id: 'guid',
  status: 'text',
  hasPaymentMethod: 'boolean',
  cancellable: 'boolean',
  expiresAt: 'instant',
  renewedAt: 'instant|null',
  nextPaymentScheduledAt: 'instant|null',
  startedAt: 'instant',
  total: { original: MONEY, discount: MONEY, subtotal: MONEY, taxes: MONEY, due: MONEY },
  cycleLength: 'text',
  content: {
    type: 'text',
    quantity: 'integer',
    product: { id: 'text', name: 'text', tagline: 'string', iconUrl: 'url|null' },
  },
};
const MILESTONE: Fields = {
  type: 'text',
  milestoneId: 'text',
  fulfilled: 'boolean',
  afterCycleNumber: 'integer',
  afterNormalizedCycleNumber: 'integer',
};
const PROGRESS: Fields = {
  title: 'string',
  currentCycleNumber: 'integer',
  currentNormalizedCycleNumber: 'integer',
  currentCycleIsCompleted: 'boolean',
  fromCycleNumber: 'integer',
  fromNormalizedCycleNumber: 'integer',
  toCycleNumber: 'integer',
  toNormalizedCycleNumber: 'integer',
};

function bearer({ auth }: Shopper): string {
  return auth.authorization.replace('Bearer ', '');
}

async function subscriber(): Promise<{ id: string; token: string }> {
  const customer = await shopper(app);
  const { subscription } = await subscribe(app, { item: LOYAL, method: 'Succeeds', customer });
  await rentToOwn(app, subscription, { ownAfterCycles: 12 });
  return { id: subscription.id, token: bearer(customer) };
}

test('(client) a subscription has every field that a portal shows, and only two of them may be null', async () => {
  const { id, token } = await subscriber();
  const list = (await page('GET', SUBSCRIPTIONS, { token })).json();
  assertFields(list, { items: [SUBSCRIPTION], hasMore: 'boolean' });
  const one = (await page('GET', `${SUBSCRIPTIONS}/${id}`, { token })).json();
  assertFields(one, SUBSCRIPTION);
  assertNoNulls(one, ['renewedAt', 'nextPaymentScheduledAt', 'iconUrl']);
  assert.deepEqual([one.status, one.cycleLength, one.content.type], ['Active', 'Monthly', 'Product']);
});

test('(client) the milestones of a subscription are by the cycle that they follow', async () => {
  const { id, token } = await subscriber();
  const { milestoneProgress } = (await page('GET', `${SUBSCRIPTIONS}/${id}`, { token })).json();
  assertFields(milestoneProgress, { ...PROGRESS, events: { 1: [MILESTONE], 12: [MILESTONE] } });
  const { 1: codes, 12: ends } = milestoneProgress.events;
  assert.deepEqual(
    [codes[0].type, codes[0].fulfilled, typeof codes[0].code, codes[0].redeemed],
    ['CouponCodeMilestone', true, 'string', false],
  );
  assert.deepEqual([ends[0].type, ends[0].fulfilled], ['PerpetualLicenseConversionMilestone', false]);
});

test('(client) the page of the payment method is there when it is asked for', async () => {
  const { id, token } = await subscriber();
  const query = { toUpdatePaymentMethod: 'true', returnUrl: `${TEST_ORIGIN}/portal` };
  assertFields((await page('GET', `${SUBSCRIPTIONS}/${id}`, { token, query })).json(), {
    embeddedUpdatePaymentUrl: 'url',
    paymentMethod: 'object',
  });
});

test('(client) a subscription is cancelled without a body, and renewed on the page of the answer once it has ended', async () => {
  const { id, token } = await subscriber();
  const cancelled = await page('POST', `${SUBSCRIPTIONS}/${id}/cancel`, { token });
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assertFields(cancelled.json(), SUBSCRIPTION);
  assert.deepEqual([cancelled.json().status, cancelled.json().cancellable], ['Cancelled', false]);
  await endSubscription(app.ctx, id);
  const query = { redirect: 'false', return: `${TEST_ORIGIN}/portal`, embedded: 'false' };
  const renewal = await page('POST', `${SUBSCRIPTIONS}/${id}/renew`, { token, query });
  assert.equal(renewal.statusCode, 200, renewal.body);
  assertFields(renewal.json(), { location: 'url' });
});
