import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { aCoupon } from '../../../test/coupons.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { shopper, type Shopper } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { provisionLicenses } from '../../../test/licensing.ts';

let app: TestApp;
let merchant: Merchant;
let owner: Shopper;

interface Quote {
  readonly sellable: boolean;
  readonly refusal?: string;
  readonly unitOriginal?: number;
  readonly unitPrice?: number;
  readonly total?: object;
  readonly parts?: object[];
  readonly trace: {
    kind: string;
    id: string;
    applied: boolean;
    amount?: number;
    reason?: string;
    explanation?: string;
  }[];
}

before(async () => {
  app = await startTestApp();
  const account = await updateSettings(app.ctx, {
    currencies: ['EUR', 'JPY'],
    allowsPartialBundles: true,
  });
  merchant = await merchantOf(app);
  for (const [id, EUR] of [
    ['app', 49],
    ['synth', 99],
  ] as const) {
    const variations = [{ id: `${id}-once`, name: 'Once', prices: { EUR, JPY: EUR * 160 } }];
    await merchant.call('POST', '/api/products', { id, name: id, variations });
  }
  const variations = [{ id: 'both-once', name: 'Once', prices: { EUR: 120, JPY: 19_000 } }];
  await merchant.call('POST', '/api/bundles', {
    id: 'both',
    name: 'Both',
    productIds: ['app', 'synth'],
    variations,
  });
  const share = (id: string, percentage: number, fields: object = {}) =>
    merchant.call('POST', '/api/discounts', {
      id,
      name: id,
      type: 'PercentageOffDiscount',
      percentage,
      ...fields,
    });
  await share('everyone', 0.1, { targets: [{ type: 'Product', id: 'synth' }] });
  await share('campaign', 0.2, {
    utm: { campaign: ['launch'] },
    targets: [{ type: 'Product', id: 'synth' }],
  });
  await share('owners', 0.3, {
    audience: { owns: { match: 'All', productIds: ['app'] } },
    targets: [{ type: 'Product', id: 'synth' }],
  });
  await share('later', 0.9, {
    startsAt: '2027-01-01T00:00:00.000Z',
    targets: [{ type: 'Product', id: 'synth' }],
  });
  await merchant.call('POST', '/api/offers', {
    id: 'with-two',
    name: 'With two others',
    type: 'FlatAmountOffDiscount',
    amounts: { EUR: 10 },
    target: { type: 'Product', id: 'synth' },
    minimumItems: 2,
  });
  owner = await shopper(app);
  await provisionLicenses(testContext(app.system, account), {
    ownerId: owner.id,
    requests: [{ productId: 'app' }],
  });
});
after(() => app.close());

function quote(query = '', item = 'products/synth'): Promise<Quote> {
  return merchant.call('GET', `/api/${item}/quote${query}`);
}

function outcomes({ trace }: Quote) {
  return trace.map(({ id, reason }) => [id, reason ?? 'applied']);
}

test('says why a visitor pays this price', async () => {
  const answer = await quote();
  assert.deepEqual([answer.unitOriginal, answer.unitPrice], [99, 89.1]);
  assert.deepEqual(outcomes(answer), [
    ['campaign', 'CampaignNotMet'],
    ['everyone', 'applied'],
    ['later', 'NotStarted'],
    ['owners', 'CustomerUnknown'],
    ['with-two', 'TooFewItems'],
  ]);
  assert.ok(answer.trace.every(({ applied, explanation }) => applied || (explanation?.length ?? 0) > 0));
});

test('answers for a customer, a campaign, a moment, a currency and a quantity', async () => {
  const mine = await quote(`?customerId=${owner.id}&utm_campaign=launch&quantity=3`);
  assert.equal(mine.unitPrice, 69.3);
  assert.deepEqual(mine.total, { original: 297, discount: 89.1, subtotal: 207.9 });
  assert.deepEqual(outcomes(mine).slice(0, 4), [
    ['campaign', 'BetterDiscountApplies'],
    ['everyone', 'BetterDiscountApplies'],
    ['later', 'NotStarted'],
    ['owners', 'applied'],
  ]);
  const later = await quote('?at=2027-01-01T00:00:00.000Z');
  assert.equal(later.unitPrice, 9.9);
  const yen = await quote('?currency=JPY');
  assert.deepEqual([yen.unitOriginal, yen.unitPrice], [15_840, 14_256]);
  assert.equal(yen.trace.at(-1)?.reason, 'TooFewItems');
});

test('shows how a bundle is split, and which parts the customer would buy', async () => {
  const answer = await quote(`?customerId=${owner.id}`, 'bundles/both');
  // 120.00 over 49 : 99.
  assert.deepEqual(answer.parts, [
    { productId: 'app', share: 39.73, included: false },
    { productId: 'synth', share: 80.27, included: true },
  ]);
  assert.deepEqual([answer.unitOriginal, (await quote('', 'bundles/both')).unitOriginal], [80.27, 120]);
});

test('tells of the offers on this item, and not of those on a bundle of the same id', async () => {
  const variations = [{ id: 'alone-once', name: 'Once', prices: { EUR: 1, JPY: 160 } }];
  await merchant.call('POST', '/api/products', { id: 'both', name: 'Of the same id', variations });
  const share = { type: 'PercentageOffDiscount', percentage: 0.5 };
  const target = { type: 'Bundle', id: 'both' };
  await merchant.call('POST', '/api/offers', { id: 'on-bundle', name: 'On the bundle', target, ...share });
  const offersOn = async (item: string) =>
    (await quote('', item)).trace.filter(({ kind }) => kind === 'Offer').map(({ id }) => id);
  assert.deepEqual(await offersOn('bundles/both'), ['on-bundle']);
  assert.deepEqual(await offersOn('products/both'), []);
  await merchant.call('POST', '/api/offers/on-bundle/archive');
});

test('tells which tier made the price, which are too large, and which lower nothing', async () => {
  const pricingTiers = [
    { minQuantity: 2, prices: { EUR: 90 } },
    { minQuantity: 3, prices: { EUR: 80, JPY: 100 } },
    { minQuantity: 4, prices: { EUR: 70 } },
    { minQuantity: 5, prices: { EUR: 100 } },
  ];
  const url = '/api/products/synth/variations/synth-once';
  await merchant.call('PATCH', url, { pricingTiers });
  const { unitOriginal, unitPrice, total, trace } = await quote('?quantity=3');
  assert.deepEqual(
    [unitOriginal, unitPrice, total],
    [80, 72, { original: 240, discount: 24, subtotal: 216 }],
  );
  assert.deepEqual(
    trace
      .filter(({ kind }) => kind === 'Tier')
      .map(({ id, applied, amount, reason }) => [id, applied, amount, reason]),
    [
      ['2', false, 9, 'HigherTierApplies'],
      ['3', true, 19, undefined],
      ['4', false, 29, 'TooFewUnits'],
      ['5', false, undefined, 'NothingToTakeOff'],
    ],
  );
  await merchant.call('PATCH', url, { pricingTiers: [] });
});

test('items that cannot be sold have a reason instead of a price', async () => {
  const refusal = async (query: string) => {
    const { sellable, refusal: message, unitPrice } = await quote(query);
    assert.deepEqual([sellable, unitPrice], [false, undefined]);
    return message;
  };
  assert.equal(await refusal('?currency=USD'), 'synth is not sold in USD in this variation');
  assert.equal(await refusal('?variationId=app-once'), 'the variation app-once is not one of synth');
  await merchant.call('PATCH', '/api/products/synth', { purchasable: false });
  assert.equal(await refusal(''), 'the product synth is not for sale');
  await merchant.call('PATCH', '/api/products/synth', { purchasable: true });
});

test('refuses customers that the account does not have, and unknown items', async () => {
  for (const id of ['nobody', '01890000-0000-7000-8000-000000000000']) {
    const response = await merchant.send('GET', `/api/products/synth/quote?customerId=${id}`);
    assert.deepEqual([response.statusCode, Object.keys(response.json().errors)], [400, ['customerId']]);
  }
  assert.equal((await merchant.send('GET', '/api/products/nothing/quote')).statusCode, 404);
  assert.equal((await merchant.send('GET', '/api/products/synth/quote?quantity=0')).statusCode, 400);
  const leap = await merchant.send('GET', '/api/products/synth/quote?at=2026-12-31T23:59:60Z');
  assert.deepEqual([leap.statusCode, Object.keys(leap.json().errors)], [400, ['at']]);
});

test('says what each coupon code did, or why it did nothing', async () => {
  const { code } = await aCoupon(app.ctx, { code: 'TEN-OFF', name: 'Ten' });
  await aCoupon(app.ctx, { code: 'HUGE', minimumTotal: { EUR: 99_999 } });
  const once = await aCoupon(app.ctx, { code: 'FIRST', maxUsesPerCustomer: 1, isForFirstPurchase: true });
  interface Traced extends Quote {
    readonly coupons?: {
      code: string;
      applied: boolean;
      amount?: number;
      reason?: string;
      explanation?: string;
    }[];
  }
  const traced = (query: string) =>
    merchant.call<Traced>('GET', `/api/products/synth/quote?quantity=2&${query}`);
  const plain = await traced('');
  assert.equal('coupons' in plain, false);
  const answer = await traced('coupons=ten%20off,huge,NOSUCH');
  assert.deepEqual(
    answer.coupons?.map((entry) => [entry.code, entry.applied, entry.amount ?? entry.reason]).toSorted(),
    [
      ['HUGE', false, 'TotalTooLow'],
      ['NOSUCH', false, 'Unknown'],
      ['TEN-OFF', true, answer.coupons?.find((entry) => entry.code === code)?.amount],
    ],
  );
  assert.ok(answer.coupons?.every(({ applied, explanation }) => applied === (explanation === undefined)));
  const due = ({ total }: Traced) => Math.round(Number(Object(total)['subtotal']) * 100);
  const off = answer.coupons?.find((entry) => entry.code === code)?.amount ?? 0;
  assert.equal(due(plain) - due(answer), Math.round(off * 100));
  const mine = await traced(`coupons=${once.code}&customerId=${owner.id}`);
  assert.equal(mine.coupons?.[0]?.applied, true, 'a provisioned license is no purchase');
  assert.equal((await merchant.send('GET', '/api/products/synth/quote?coupons=a,b,c,d,e,f')).statusCode, 400);
  const reader = await merchantOf(app, app.demo, 'products:read');
  assert.equal((await reader.send('GET', `/api/products/synth/quote?coupons=${code}`)).statusCode, 403);
  assert.equal((await reader.send('GET', '/api/products/synth/quote')).statusCode, 200);
});
