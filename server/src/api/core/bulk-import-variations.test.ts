import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf, type Merchant } from '../../../test/merchant.ts';
import { createCoupon } from '../../modules/coupons/index.ts';

let app: TestApp;
let merchant: Merchant;
let send: ReturnType<typeof importsOf>;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  send = importsOf(app, await app.apiKey(app.demo));
  await merchant.call('POST', '/api/products', { id: 'suite', name: 'Suite' });
  await merchant.call('POST', '/api/products', { id: 'tool', name: 'Tool' });
  await merchant.call('POST', '/api/bundles', { id: 'all', name: 'All', productIds: ['tool'] });
  await createCoupon(app.ctx, {
    id: 'loyal',
    name: 'Loyal',
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
  });
});
after(() => app.close());

const PRICES = { EUR: 9.9, USD: 10.9 };

const variationOf = async (item: string, id: string) =>
  (await app.inject({ url: `/api/${item}/variations/${id}`, headers: await app.apiKey(app.demo) })).json();

const countOf = async (item: string) =>
  (await app.inject({ url: `/api/${item}/variations`, headers: await app.apiKey(app.demo) })).json().items
    .length;

test('a list gives items their plans, each with its cycle and terms, once however often it is sent', async () => {
  const terms = {
    freeDays: 14,
    ownAfterCycles: 24,
    fallbackAfterCycles: 12,
    payoffDiscount: 0.1,
    canPause: true,
    milestones: [{ afterCycles: 6, couponId: 'loyal', message: 'Thank you' }],
  };
  const file = ndjson([
    { productId: 'suite', id: 'suite-once', name: 'For good', prices: PRICES },
    {
      productId: 'suite',
      id: 'suite-monthly',
      name: 'Monthly',
      cycleLength: 'Monthly',
      prices: PRICES,
      ...terms,
    },
    {
      bundleId: 'all',
      id: 'all-daily',
      name: 'Daily',
      cycleLength: 'Daily',
      prices: PRICES,
      isDefault: true,
    },
    { productId: 'suite', id: 'suite-monthly', name: 'Again', cycleLength: 'Yearly', prices: PRICES },
    { productId: 'tool', id: 'suite-monthly', name: 'Of another product', prices: PRICES },
  ]);
  const expected = ['created', 'created', 'created', 'exists', 'invalid'];
  const dryRun = await send('variations', file, { query: '?dryRun=true' });
  assert.deepEqual(statuses(dryRun.results), expected);
  assert.equal(await countOf('products/suite'), 0, 'a dry run stores nothing');
  const first = await send('variations', file);
  assert.deepEqual(statuses(first.results), expected);
  assert.deepEqual(first.results[4]?.errors, {
    id: ['The id is the id of a variation of the product suite.'],
  });
  const again = await send('variations', file);
  assert.deepEqual(statuses(again.results), ['exists', 'exists', 'exists', 'exists', 'invalid']);

  const { recurrence, isDefault, name, ...monthly } = await variationOf('products/suite', 'suite-monthly');
  assert.deepEqual(
    [recurrence, isDefault, name, monthly.prices],
    [{ type: 'Recurring', cycleLength: 'Monthly' }, false, 'Monthly', PRICES],
  );
  for (const [field, value] of Object.entries(terms)) assert.deepEqual(monthly[field], value, field);
  assert.equal((await variationOf('products/suite', 'suite-once')).isDefault, true, 'the first of its item');
  assert.equal((await variationOf('bundles/all', 'all-daily')).isDefault, true);
});

test('what is wrong with a line is said all at once, field by field, and other lines are stored', async () => {
  const base = { productId: 'tool', name: 'Plan', prices: PRICES };
  const milestones = [
    { afterCycles: 0, couponId: 'loyal' },
    { afterCycles: 1, couponId: 'nothing' },
  ];
  const { results } = await send(
    'variations',
    ndjson([
      {
        ...base,
        id: 'tool-a',
        cycleLength: 'Monthly',
        freeDays: 366,
        ownAfterCycles: 1,
        fallbackAfterCycles: 0,
        milestones,
      },
      { ...base, id: 'tool-b', freeDays: 7, canPause: true },
      { ...base, id: 'tool-c', cycleLength: 'Fortnightly' },
      { ...base, id: 'tool-d', productId: 'nothing', prices: { EUR: 1.234 } },
      { ...base, id: 'tool-e', bundleId: 'all' },
      { id: 'tool-f', bundleId: 'none', name: ' ', prices: PRICES },
      { ...base, id: 'tool-g', cycleLength: 'Weekly', interval: 2 },
      { ...base, id: 'tool-weekly', cycleLength: 'Weekly' },
    ]),
  );
  assert.deepEqual(statuses(results), [...Array<string>(7).fill('invalid'), 'created']);
  assert.deepEqual(
    results.slice(0, 7).map(({ errors }) => Object.keys(errors ?? {}).toSorted()),
    [
      [
        'fallbackAfterCycles',
        'freeDays',
        'milestones[0].afterCycles',
        'milestones[1].couponId',
        'ownAfterCycles',
      ],
      ['canPause', 'freeDays'],
      ['cycleLength'],
      ['prices.EUR', 'prices.USD', 'productId'],
      ['productId'],
      ['bundleId', 'name'],
      ['interval'],
    ],
  );
  assert.deepEqual(results[0]?.errors?.['freeDays'], ['The free days must be a whole number from 1 to 365.']);
  assert.equal(await countOf('products/tool'), 1);
});

test('a key without the scope of products, and the key of another account, add nothing here', async () => {
  const payload = ndjson([{ productId: 'tool', id: 'foreign', name: 'Plan', prices: PRICES }]);
  const request = { method: 'POST', url: '/api/import/variations', payload } as const;
  const type = { 'content-type': 'application/x-ndjson' };
  const reader = await app.apiKey(app.demo, 'products:read');
  assert.equal((await app.inject({ ...request, headers: { ...reader, ...type } })).statusCode, 403);
  const other = await app.apiKey(app.other, 'products:write');
  const answer = await app.injectAs(app.other, { ...request, headers: { ...other, ...type } });
  assert.match(answer.body, /The product id is not a product of this account\./);
  assert.equal(await countOf('products/tool'), 1);
});
