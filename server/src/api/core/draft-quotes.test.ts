import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, shopper } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { fulfilNow } from '../../modules/orders/index.ts';

let app: TestApp;
let merchant: Merchant;
let key: Record<string, string>;
const SPRING = {
  id: 'spring',
  name: 'Spring',
  type: 'PercentageOffDiscount',
  percentage: 0.2,
  targets: [{ type: 'Product', id: 'delay' }],
};

before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { currencies: ['EUR'] });
  merchant = await merchantOf(app);
  key = await app.apiKey(app.demo, 'products:read');
  const variations = [{ id: 'delay-once', name: 'Once', prices: { EUR: 50 } }];
  await merchant.call('POST', '/api/products', {
    id: 'delay',
    name: 'Delay',
    purchasable: false,
    variations,
  });
  await merchant.call('POST', '/api/products', {
    id: 'reverb',
    name: 'Reverb',
    variations: [{ id: 'reverb-once', name: 'Once', prices: { EUR: 30 } }],
  });
});
after(() => app.close());

const quote = (payload: object, query = '', headers = key) =>
  app.inject({ method: 'POST', url: `/api/products/delay/quote${query}`, headers, payload });

test('a product that nobody can buy yet has the price that it will have, and only with `published`', async () => {
  assert.equal((await quote({})).json().sellable, false);
  const published = await quote({ published: true });
  assert.equal(published.statusCode, 200, published.body);
  const { sellable, unitPrice } = published.json();
  assert.deepEqual({ sellable, unitPrice }, { sellable: true, unitPrice: 50 });
  await merchant.call('PATCH', '/api/products/delay', { status: 'Inactive' });
  assert.equal((await quote({ published: true })).json().sellable, false);
  await merchant.call('PATCH', '/api/products/delay', { status: 'Active' });
});

test('a discount that does not exist yet shows what it would take off, says why not, and is not stored', async () => {
  const draft = (await quote({ published: true, discount: SPRING })).json();
  assert.equal(draft.unitPrice, 40);
  assert.deepEqual(
    draft.trace.map(({ id, applied, amount }: { id: string; applied: boolean; amount: number }) => ({
      id,
      applied,
      amount,
    })),
    [{ id: 'spring', applied: true, amount: 10 }],
  );
  const late = await quote({ published: true, discount: { ...SPRING, startsAt: '2027-01-01T00:00:00Z' } });
  assert.deepEqual([late.json().unitPrice, late.json().trace[0].reason], [50, 'NotStarted']);
  const then = await quote(
    { published: true, discount: { ...SPRING, startsAt: '2027-01-01T00:00:00Z' } },
    '?at=2027-01-01T00:00:00Z',
  );
  assert.equal(then.json().unitPrice, 40);
  const list = await app.inject({ url: '/api/discounts', headers: key });
  assert.deepEqual(list.json().items, []);
});

test('a draft with the id of a discount takes its place', async () => {
  await merchant.call('POST', '/api/discounts', { ...SPRING, percentage: 0.5 });
  assert.equal((await quote({ published: true })).json().unitPrice, 25);
  assert.equal((await quote({ published: true, discount: SPRING })).json().unitPrice, 40);
});

test('a price is tried before anybody pays it, with the discounts that there are, and is not stored', async () => {
  await merchant.call('POST', '/api/bundles', {
    id: 'pair',
    name: 'Pair',
    productIds: ['delay'],
    variations: [{ id: 'pair-once', name: 'Once', prices: { EUR: 90 } }],
  });
  const published = { published: true };
  const before = (await quote(published)).json();
  const prices = { 'delay-once': { EUR: 80.5, USD: 99 }, 'pair-once': { EUR: 70 } };
  const { unitOriginal, unitPrice } = (await quote({ ...published, prices })).json();
  assert.deepEqual([before.unitOriginal, before.unitPrice], [50, 25]);
  assert.deepEqual([unitOriginal, unitPrice], [80.5, 40.25]);
  const inDollars = await quote({ ...published, prices }, '?currency=USD&variationId=delay-once');
  assert.equal(inDollars.json().unitOriginal, 99);
  const body = { ...published, prices };
  const pair = await app.inject({
    method: 'POST',
    url: '/api/bundles/pair/quote',
    headers: key,
    payload: body,
  });
  assert.equal(pair.json().unitOriginal, 70);
  assert.deepEqual(pair.json().parts, [{ productId: 'delay', share: 70, included: true }]);
  assert.equal((await quote(published)).json().unitOriginal, 50);
});

test('a price that could not be stored is refused, and so is one of a variation of nobody or of another account', async () => {
  const other = await merchantOf(app, app.other);
  const variations = [{ id: 'theirs-once', name: 'Once', prices: { EUR: 50 } }];
  await other.call('POST', '/api/products', { id: 'theirs', name: 'Theirs', variations });
  const prices = { 'delay-once': { EUR: -1, XXQ: 5 }, nothing: { EUR: 5 }, 'theirs-once': { EUR: 5 } };
  const answer = await quote({ prices });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.deepEqual(Object.keys(answer.json().errors).toSorted(), [
    'prices.delay-once.EUR',
    'prices.delay-once.XXQ',
    'prices.nothing',
    'prices.theirs-once',
  ]);
});

test('volume prices are tried before anybody pays them, also with prices that are drafts, and are not stored', async () => {
  const published = { published: true };
  const tiers = [{ minQuantity: 3, prices: { EUR: 30 } }];
  const before = (await quote(published, '?quantity=3')).json();
  const drafts = { ...published, variations: { 'delay-once': { pricingTiers: tiers } } };
  const three = (await quote(drafts, '?quantity=3')).json();
  assert.deepEqual([three.unitOriginal, three.unitPrice, three.total.subtotal], [30, 15, 45]);
  assert.deepEqual(
    three.trace.map(({ kind, applied }: { kind: string; applied: boolean }) => [kind, applied]),
    [
      ['Tier', true],
      ['Discount', true],
    ],
  );
  const [tier] = (await quote(drafts, '?quantity=2')).json().trace;
  assert.deepEqual([tier.applied, tier.reason], [false, 'TooFewUnits']);
  const inDollars = {
    prices: { 'delay-once': { USD: 60 } },
    variations: { 'delay-once': { pricingTiers: [{ minQuantity: 3, prices: { USD: 40 } }] } },
  };
  const dollars = await quote({ ...published, ...inDollars }, '?quantity=3&currency=USD');
  assert.equal(dollars.json().unitPrice, 20);
  assert.deepEqual((await quote(published, '?quantity=3')).json().total, before.total);
});

test('what owners would pay is tried with a license, before they can buy it', async () => {
  const owner = await shopper(app);
  const [license] = await provisionLicenses(app.ctx, {
    ownerId: owner.id,
    requests: [{ productId: 'reverb' }],
  });
  const upgrade = { kind: 'Upgrade', from: ['reverb'], prices: { EUR: 20 } };
  const drafts = { published: true, variations: { 'delay-once': { upgrade } } };
  const query = `?licenseId=${license?.id ?? assert.fail()}`;
  const now = (await quote({ published: true }, query)).json();
  assert.deepEqual([now.sellable, now.refusal], [false, 'The license cannot be changed by this variation.']);
  const then = (await quote(drafts, query)).json();
  assert.deepEqual([then.sellable, then.unitPrice], [true, 10], JSON.stringify(then));
  assert.equal((await quote(drafts)).json().unitPrice, 25, 'others pay what they did');
  assert.equal((await quote({ variations: drafts.variations }, query)).json().sellable, false);
});

test('a sale that could not be stored is refused with every issue, and so is one of another account', async () => {
  const variations = {
    'delay-once': {
      pricingTiers: [
        { minQuantity: 3, prices: { USD: 5 } },
        { minQuantity: 3, prices: { EUR: 5 } },
      ],
      upgrade: { kind: 'Renewal', from: ['nothing'], prices: {} },
    },
    'theirs-once': { pricingTiers: [] },
  };
  const answer = await quote({ variations });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.deepEqual(Object.keys(answer.json().errors).toSorted(), [
    'variations.delay-once.pricingTiers[0].prices.USD',
    'variations.delay-once.pricingTiers[1].minQuantity',
    'variations.delay-once.upgrade.from[0]',
    'variations.delay-once.upgrade.kind',
    'variations.delay-once.upgrade.prices',
    'variations.delay-once.upgrade.prices.EUR',
    'variations.theirs-once',
  ]);
});

test('a draft that could not be stored is refused with every issue', async () => {
  const answer = await quote({
    discount: { ...SPRING, name: '', targets: [{ type: 'Product', id: 'nothing' }] },
  });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.deepEqual(Object.keys(answer.json().errors).toSorted(), ['name', 'targets[0].id']);
});

test('a variation that does not exist yet has a price, with the rules that there are, and is not stored', async () => {
  const variation = {
    name: 'Small',
    prices: { EUR: 8 },
    pricingTiers: [{ minQuantity: 3, prices: { EUR: 6 } }],
  };
  const draft = (await quote({ published: true, variation })).json();
  assert.deepEqual([draft.unitOriginal, draft.unitPrice], [8, 4], 'with the discount that there is');
  assert.equal((await quote({ published: true, variation }, '?quantity=3')).json().unitOriginal, 6);
  const other = await quote({ published: true, variation }, '?variationId=delay-once');
  assert.equal(other.json().unitOriginal, 50, 'the query names another one');
  const bundle = await app.inject({
    method: 'POST',
    url: '/api/bundles/pair/quote',
    headers: key,
    payload: { published: true, variation },
  });
  assert.equal(bundle.json().unitOriginal, 8, bundle.body);
  const list = await app.inject({ url: '/api/products/delay/variations', headers: key });
  assert.deepEqual(
    list.json().items.map(({ id }: { id: string }) => id),
    ['delay-once'],
  );
});

test('the first variation with a billing cycle has a price, too', async () => {
  const recurrence = { type: 'Recurring', cycleLength: 'Weekly' };
  const variation = { name: 'Weekly', recurrence, prices: { EUR: 8 } };
  const { sellable, unitOriginal } = (await quote({ published: true, variation })).json();
  assert.deepEqual([sellable, unitOriginal], [true, 8]);
});

test('owners try a variation that does not exist yet with their license', async () => {
  const owner = await shopper(app);
  const [license] = await provisionLicenses(app.ctx, {
    ownerId: owner.id,
    requests: [{ productId: 'reverb' }],
  });
  const upgrade = { kind: 'Upgrade', from: ['reverb'], prices: { EUR: 24 } };
  const variation = { name: 'Upgrade', prices: { EUR: 60 }, upgrade };
  const draft = await quote({ published: true, variation }, `?licenseId=${license?.id ?? assert.fail()}`);
  assert.deepEqual([draft.json().sellable, draft.json().unitPrice], [true, 12], draft.body);
});

test('a variation that could not be stored is refused with every issue, and so is the id of another', async () => {
  const variation = {
    id: 'delay-once',
    name: '',
    prices: {},
    pricingTiers: [{ minQuantity: 2, prices: {} }],
    upgrade: { kind: 'Upgrade', from: ['nothing'], prices: { EUR: 5 } },
    milestones: [{ afterCycles: 3, couponId: 'nothing' }],
    freeDays: 7,
  };
  const answer = await quote({ variation });
  assert.equal(answer.statusCode, 400, answer.body);
  assert.deepEqual(Object.keys(answer.json().errors).toSorted(), [
    'variation.freeDays',
    'variation.id',
    'variation.milestones',
    'variation.milestones[0].couponId',
    'variation.name',
    'variation.prices.EUR',
    'variation.pricingTiers[0].prices',
    'variation.upgrade.from[0]',
  ]);
});

const GIFT = {
  id: 'gift',
  name: 'Gift',
  type: 'PercentageOffDiscount',
  percentage: 0.1,
  target: { type: 'Product', id: 'delay' },
  relevantItems: [{ type: 'Product', id: 'delay' }],
};

test('an offer that does not exist yet says what it would take off, and why not, and is not stored', async () => {
  const trial = (await quote({ published: true, offer: GIFT })).json();
  const { id, applied, amount } = trial.trace.find(({ kind }: { kind: string }) => kind === 'Offer');
  assert.deepEqual([id, applied, amount], ['gift', true, 2.5], 'of the 25 that the discount leaves');
  assert.equal(trial.unitPrice, 25, 'nobody has taken it');
  const two = (await quote({ published: true, offer: { ...GIFT, minimumItems: 2 } })).json();
  assert.equal(two.trace.at(-1).reason, 'TooFewItems');
  const { target: _, relevantItems: _items, ...cart } = { ...GIFT, scope: 'Cart', minimumTotal: { EUR: 60 } };
  const low = (await quote({ published: true, offer: cart })).json();
  assert.deepEqual([low.trace.at(-1).kind, low.trace.at(-1).reason], ['CartOffer', 'TotalTooLow']);
  const high = (await quote({ published: true, offer: cart }, '?quantity=3')).json();
  assert.deepEqual([high.trace.at(-1).applied, high.trace.at(-1).amount], [true, 7.5]);
  const list = await app.inject({ url: '/api/offers', headers: key });
  assert.deepEqual(list.json().items, []);
});

test('the draft of an offer takes the place of the one with its id, and is refused with every issue', async () => {
  await merchant.call('POST', '/api/offers', GIFT);
  const { trace } = (await quote({ published: true, offer: { ...GIFT, percentage: 0.2 } })).json();
  const offers = trace.filter(({ kind }: { kind: string }) => kind === 'Offer');
  assert.deepEqual(
    offers.map(({ id, amount }: { id: string; amount: number }) => [id, amount]),
    [['gift', 5]],
  );
  const wrong = await quote({ offer: { ...GIFT, name: '', target: { type: 'Product', id: 'nothing' } } });
  assert.deepEqual(Object.keys(wrong.json().errors).toSorted(), ['name', 'target.id']);
  await merchant.call('POST', '/api/offers/gift/archive');
});

/** The customer pays for Reverb, and has it. */
async function buy({ email, auth }: Awaited<ReturnType<typeof shopper>>): Promise<void> {
  const items = [{ type: 'Product', productId: 'reverb', variationId: 'reverb-once', quantity: 1 }];
  const { orderId, pay: url } = await checkOut(app, items, auth);
  const payload = { name: 'Ann Buyer', email };
  const paid = await app.inject({ method: 'POST', url, headers: auth, payload });
  assert.equal(paid.statusCode, 200, paid.body);
  await fulfilNow(app.ctx, orderId);
}

const FRIENDS = { id: 'friends', name: 'Friends', type: 'PercentageOffDiscount', percentage: 0.4 };

test('a coupon that does not exist yet counts as entered, for those who may read coupons, and is not stored', async () => {
  const both = await app.apiKey(app.demo, 'products:read', 'coupons:read');
  const draft = (await quote({ published: true, coupon: FRIENDS }, '', both)).json();
  assert.equal(draft.total.subtotal, 15, JSON.stringify(draft));
  assert.deepEqual(draft.coupons, [
    { code: 'Friends', couponId: 'friends', name: 'Friends', applied: true, amount: 10 },
  ]);
  assert.equal((await quote({ coupon: FRIENDS })).statusCode, 403);
  const list = await app.inject({ url: '/api/coupons', headers: both });
  assert.deepEqual(list.json().items, []);
  const targets = [{ type: 'Product', id: 'nothing' }];
  const wrong = await quote({ coupon: { ...FRIENDS, name: '', targets } }, '', both);
  assert.deepEqual(Object.keys(wrong.json().errors).toSorted(), ['name', 'targets[0].id']);
});

test('the draft of a coupon for first purchases says who is too late, and takes the place of the one with its id', async () => {
  const both = await app.apiKey(app.demo, 'products:read', 'coupons:read');
  const [newcomer, buyer] = [await shopper(app), await shopper(app)];
  await buy(buyer);
  const coupon = { ...FRIENDS, firstPurchaseOnly: true };
  const of = async (id: string, query = '') =>
    (await quote({ published: true, coupon }, `?customerId=${id}${query}`, both)).json().coupons;
  assert.equal((await of(newcomer.id))[0].applied, true);
  assert.deepEqual([(await of(buyer.id))[0].reason], ['NotFirstPurchase']);
  await merchant.call('POST', '/api/coupons', FRIENDS);
  await merchant.call('POST', '/api/coupons/friends/codes', { code: 'FRIENDS-1' });
  const entered = await of(newcomer.id, '&coupons=FRIENDS-1');
  assert.deepEqual(
    entered.map(({ couponId, applied }: { couponId: string; applied: boolean }) => [couponId, applied]),
    [['friends', true]],
  );
});

test('it needs products:read of the same account', async () => {
  assert.equal((await quote({}, '', await app.apiKey(app.demo, 'orders:read'))).statusCode, 403);
  const headers = await app.apiKey(app.other);
  const url = '/api/products/delay/quote';
  const answer = await app.injectAs(app.other, { method: 'POST', url, headers, payload: {} });
  assert.equal(answer.statusCode, 404, answer.body);
});
