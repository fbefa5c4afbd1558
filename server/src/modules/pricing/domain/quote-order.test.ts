import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aCatalog,
  aDiscount,
  anOffer,
  aProduct,
  minutesFrom,
  NOON,
  ownerOf,
} from '../../../../test/pricing.ts';
import type { ItemTarget, Offer } from './model.ts';
import { quoteOrder } from './quote-order.ts';
import type { OrderQuoteInput, QuoteLine } from './quote.ts';

const products = [
  aProduct('app', { EUR: 4_900, JPY: 700 }),
  aProduct('synth', { EUR: 9_900, JPY: 1_500 }),
  aProduct('verb', { EUR: 2_900 }),
];
const suite = {
  id: 'suite',
  isForSale: true,
  productIds: ['app', 'synth', 'verb'],
  variations: [{ id: 'suite-once', recurrence: 'OneOff', prices: { EUR: 10_001, JPY: 1_000 } }],
};

function line(id: string, quantity = 1, fields: Partial<QuoteLine> = {}): QuoteLine {
  const type = id === 'suite' ? 'Bundle' : 'Product';
  return { id: `line-${id}`, item: { type, id }, variationId: `${id}-once`, quantity, ...fields };
}

function quote(lines: readonly QuoteLine[], fields: Partial<OrderQuoteInput> = {}) {
  return quoteOrder({
    catalog: aCatalog({ products, bundles: [suite] }),
    lines,
    currency: 'EUR',
    enabledCurrencies: ['EUR', 'JPY'],
    now: NOON,
    utm: {},
    allowsPartialBundles: true,
    ...fields,
  });
}

const thirdForHalf = anOffer({ type: 'Product', id: 'verb', variationIds: [] });
const withOffer = { catalog: aCatalog({ products, bundles: [suite], offers: [thirdForHalf] }) };
const offered = { offerId: 'offer' };

test('an empty cart costs nothing', () => {
  const { lines, refusals, total } = quote([]);
  assert.deepEqual([lines, refusals], [[], []]);
  assert.deepEqual(total, {
    originalMinor: 0,
    discountMinor: 0,
    subtotalMinor: 0,
    taxesMinor: 0,
    dueMinor: 0,
  });
});

test('lines and totals are units times quantity', () => {
  const discounts = [aDiscount({ benefit: { type: 'PercentageOff', basisPoints: 3_333 } })];
  const { lines, total } = quote([line('app', 3), line('verb', 10_000)], {
    catalog: aCatalog({ products, discounts }),
  });
  // A third off 49.00 is 16.33, off 29.00 is 9.67: rounded once per unit, then multiplied.
  assert.deepEqual(
    lines.map(({ unitPriceMinor, subtotalMinor }) => [unitPriceMinor, subtotalMinor]),
    [
      [3_267, 9_801],
      [1_933, 19_330_000],
    ],
  );
  assert.deepEqual(total, {
    originalMinor: 29_014_700,
    discountMinor: 9_674_899,
    subtotalMinor: 19_339_801,
    taxesMinor: 0,
    dueMinor: 19_339_801,
  });
});

test('refuses, line by line and by field, what cannot be sold, and quotes the rest', () => {
  const withdrawn = { ...aProduct('gone', { EUR: 100 }), isForSale: false };
  const { lines, refusals } = quote(
    [
      line('app'),
      line('nothing'),
      line('gone'),
      line('synth', 1, { variationId: 'app-once' }),
      line('suite', 1, { item: { type: 'Bundle', id: 'app' } }),
    ],
    { catalog: aCatalog({ products: [...products, withdrawn] }) },
  );
  assert.deepEqual(
    lines.map(({ id }) => id),
    ['line-app'],
  );
  assert.deepEqual(refusals, [
    { lineId: 'line-nothing', field: 'productId', message: 'there is no product nothing' },
    { lineId: 'line-gone', field: 'productId', message: 'the product gone is not for sale' },
    { lineId: 'line-synth', field: 'variationId', message: 'the variation app-once is not one of synth' },
    { lineId: 'line-suite', field: 'bundleId', message: 'there is no bundle app' },
  ]);
  assert.deepEqual(quote([line('verb')], { currency: 'JPY' }).refusals, [
    { lineId: 'line-verb', field: 'currency', message: 'verb is not sold in JPY in this variation' },
  ]);
});

test('what somebody owns for a while, or got for nothing, lowers no price', () => {
  const customer = { ownedProductIds: new Set(['app', 'verb']), perpetualProductIds: new Set(['verb']) };
  const [rest] = quote([line('suite')], { customer }).lines;
  assert.deepEqual([rest?.isPartial, rest?.grantedProductIds], [true, ['app', 'synth']]);
  const whole = { ...customer, perpetualProductIds: new Set<string>() };
  const [suiteLine] = quote([line('suite')], { customer: whole }).lines;
  assert.deepEqual([suiteLine?.isPartial, suiteLine?.dueMinor], [false, 10_001]);
  const discountFor = (match: 'Some' | 'None') =>
    aCatalog({ products, discounts: [aDiscount({ audience: { owns: { match, productIds: ['app'] } } })] });
  for (const match of ['Some', 'None'] as const) {
    const [app] = quote([line('app')], { customer, catalog: discountFor(match) }).lines;
    assert.equal(app?.dueMinor, 4_900, 'neither as an owner nor as a newcomer');
  }
});

test('every unit of a partial bundle is the rest', () => {
  const customer = ownerOf('app');
  const [rest] = quote([line('suite', 3)], { customer }).lines;
  assert.deepEqual(rest?.grantedProductIds, ['synth', 'verb']);
  assert.deepEqual([rest?.unitPriceMinor, rest?.dueMinor], [5_594 + 1_638, 3 * (5_594 + 1_638)]);
});

test('a bundle gives all its products at a price of its own', () => {
  const [bundle] = quote([line('suite', 2)]).lines;
  assert.equal(bundle?.subtotalMinor, 20_002);
  assert.deepEqual(bundle?.grantedProductIds, ['app', 'synth', 'verb']);
});

test('a customer who owns some of a bundle pays the shares of the rest, in proportion to their own prices', () => {
  const owner = (...owned: string[]) => ({ customer: ownerOf(...owned) });
  const priceFor = (...owned: string[]) => quote([line('suite')], owner(...owned)).lines[0];
  // 10001 over 4900 : 9900 : 2900 is 2768.55, 5593.61, 1638.53: the first two get the missing units.
  assert.equal(priceFor('app')?.unitPriceMinor, 5_594 + 1_638);
  assert.equal(priceFor('synth')?.unitPriceMinor, 2_769 + 1_638);
  assert.equal(priceFor('app', 'verb')?.unitPriceMinor, 5_594);
  assert.deepEqual(priceFor('app')?.grantedProductIds, ['synth', 'verb']);
  assert.deepEqual([priceFor('app')?.isPartial, priceFor()?.isPartial], [true, false]);
  assert.equal(priceFor()?.unitPriceMinor, 10_001);
  assert.equal(priceFor('app', 'synth', 'verb')?.unitPriceMinor, 10_001);
  const whole = quote([line('suite')], { ...owner('app'), allowsPartialBundles: false }).lines[0];
  assert.deepEqual([whole?.unitPriceMinor, whole?.grantedProductIds.length], [10_001, 3]);
});

test('a product without a price of its own has an even share, so nobody who owns the others gets it for nothing', () => {
  const inYen = (...owned: string[]) =>
    quote([line('suite')], { currency: 'JPY', customer: ownerOf(...owned) }).lines[0];
  // 1000 over 700 : 1500 and the average of both, 1100, is 212.12, 454.55, 333.33.
  assert.equal(inYen('app', 'synth')?.unitPriceMinor, 333);
  assert.equal(inYen('verb')?.unitPriceMinor, 1_000 - 333);
  assert.equal(inYen('app')?.unitPriceMinor, 455 + 333);
});

test('a product that costs nothing on its own costs nothing as the rest of a bundle either', () => {
  const free = aProduct('verb', { EUR: 0 });
  const catalog = aCatalog({ products: [...products.slice(0, 2), free], bundles: [suite] });
  const customer = ownerOf('app', 'synth');
  const [bundle] = quote([line('suite')], { catalog, customer }).lines;
  assert.deepEqual([bundle?.unitPriceMinor, bundle?.grantedProductIds], [0, ['verb']]);
});

test('an offer comes off after the discount, while the cart holds enough other items', () => {
  const discounts = [aDiscount({ targets: [{ type: 'Product', id: 'verb', variationIds: [] }] })];
  const catalog = aCatalog({ products, discounts, offers: [thirdForHalf] });
  const [, verb] = quote([line('app', 2), line('verb', 3, offered)], { catalog }).lines;
  assert.deepEqual(
    verb?.adjustments.map(({ kind, amountMinor }) => [kind, amountMinor]),
    [
      ['Discount', 290],
      ['Offer', 1_305],
    ],
  );
  assert.deepEqual([verb?.unitPriceMinor, verb?.subtotalMinor], [1_305, 3_915]);
});

test('an offer takes nothing off while the cart holds too little, and says so', () => {
  const reasons = (lines: readonly QuoteLine[], fields: Partial<OrderQuoteInput> = withOffer) =>
    quote(lines, { ...fields, isExplained: true })
      .lines.flatMap(({ verdicts }) => verdicts)
      .map(({ reason }) => reason);
  assert.deepEqual(reasons([line('verb', 1, offered)]), ['TooFewItems']);
  assert.deepEqual(reasons([line('app'), line('app', 2, { id: 'again', ...offered })]), ['OtherItem']);
  const withdrawn = line('gone', 1, { item: { type: 'Product', id: 'nothing' } });
  assert.deepEqual(reasons([withdrawn, line('verb', 1, offered)]), ['TooFewItems'], 'what is not sold');
  assert.deepEqual(reasons([line('app'), line('verb', 1, offered)]), [undefined]);
  const lapsed = aCatalog({ products, offers: [{ ...thirdForHalf, endsAt: NOON }] });
  assert.deepEqual(reasons([line('app'), line('verb', 1, offered)], { catalog: lapsed }), ['Ended']);
});

test('a withdrawn line counts for no offer, even as the only one that it asks for', () => {
  const relevantItems: ItemTarget[] = [{ type: 'Product', id: 'gone', variationIds: [] }];
  const offers = [{ ...thirdForHalf, relevantItems, minimumItems: 1 }];
  const unitPrice = (isForSale: boolean) => {
    const catalog = aCatalog({
      products: [...products, { ...aProduct('gone', { EUR: 100 }), isForSale }],
      offers,
    });
    return quote([line('gone'), line('verb', 1, offered)], { catalog }).lines.at(-1)?.unitPriceMinor;
  };
  assert.deepEqual([unitPrice(true), unitPrice(false)], [1_450, 2_900]);
});

test('an offer counts lines, whatever their quantities, and the line under it where the condition lists it', () => {
  const unitPrice = (relevantItems: Offer['relevantItems'], ...lines: QuoteLine[]) => {
    const catalog = aCatalog({ products, offers: [{ ...thirdForHalf, relevantItems }] });
    return quote([...lines, line('verb', 1, offered)], { catalog }).lines.at(-1)?.unitPriceMinor;
  };
  const target = (id: string): ItemTarget => ({ type: 'Product', id, variationIds: [`${id}-once`] });
  assert.deepEqual([unitPrice([], line('app')), unitPrice([], line('app', 1))], [1_450, 1_450]);
  assert.equal(unitPrice([target('verb')], line('app')), 2_900, 'another line does not count');
  assert.equal(unitPrice([target('app'), target('verb')], line('app')), 1_450);
  assert.equal(unitPrice([target('app')], line('app', 10_000)), 2_900, 'many units are one line');
  assert.equal(unitPrice([target('app')], line('app'), line('app', 1, { id: 'again' })), 1_450);
  assert.equal(unitPrice([target('app')], line('app'), line('synth')), 2_900);
  assert.equal(unitPrice([{ ...target('app'), variationIds: ['another'] }], line('app'), line('app')), 2_900);
});

test('an offer is good for one line of an order, the first that it can lower, and for all units of it', () => {
  const [app, first, second] = quote(
    [line('app', 1, offered), line('verb', 3, offered), line('verb', 1, { id: 'again', ...offered })],
    { ...withOffer, isExplained: true },
  ).lines;
  assert.deepEqual([app?.unitPriceMinor, app?.verdicts[0]?.reason], [4_900, 'OtherItem']);
  assert.deepEqual([first?.unitPriceMinor, first?.subtotalMinor], [1_450, 4_350]);
  assert.deepEqual([second?.unitPriceMinor, second?.verdicts[0]?.reason], [2_900, 'UsedByAnotherLine']);
  assert.equal(second?.offerId, 'offer');
});

test('two offers lower two lines of one item', () => {
  const another = { ...thirdForHalf, id: 'another' };
  const catalog = aCatalog({ products, offers: [thirdForHalf, another] });
  const lines = [line('verb', 1, offered), line('verb', 1, { id: 'again', offerId: 'another' })];
  assert.deepEqual(
    quote(lines, { catalog }).lines.map(({ unitPriceMinor }) => unitPriceMinor),
    [1_450, 1_450],
  );
});

test('a subscription is refused with a sentence, counts for no offer, and is no default price', () => {
  const monthly = { id: 'app-monthly', recurrence: 'Monthly', prices: { EUR: 100 } };
  const [app, ...others] = products;
  const byTime = { ...app, id: 'app', isForSale: true, variations: [monthly, ...(app?.variations ?? [])] };
  const catalog = aCatalog({ products: [byTime, ...others], bundles: [suite], offers: [thirdForHalf] });
  const { lines, refusals } = quote(
    [line('app', 1, { variationId: 'app-monthly' }), line('verb', 1, offered)],
    { catalog },
  );
  assert.deepEqual(refusals, [
    {
      lineId: 'line-app',
      field: 'variationId',
      message: 'This shop sells no subscriptions at the moment, so app-monthly cannot be bought',
    },
  ]);
  assert.equal(lines[0]?.unitPriceMinor, 2_900);
  const customer = ownerOf('app');
  assert.equal(quote([line('suite')], { catalog, customer }).total.dueMinor, 5_594 + 1_638);
});

test('an exclusive discount admits no offer on its line, and others keep theirs', () => {
  const exclusive = aDiscount({
    id: 'exclusive',
    isExclusive: true,
    targets: [{ type: 'Product', id: 'verb', variationIds: [] }],
  });
  const catalog = aCatalog({ products, discounts: [exclusive], offers: [thirdForHalf] });
  const [, verb] = quote([line('app', 2), line('verb', 1, offered)], { catalog, isExplained: true }).lines;
  assert.equal(verb?.unitPriceMinor, 2_610);
  assert.equal(verb?.verdicts.find(({ kind }) => kind === 'Offer')?.reason, 'ExclusiveDiscountApplies');
});

test('an exclusive discount in another currency of the shop admits no offer either, as the storefront lists none', () => {
  const inYen = (id: string) =>
    aDiscount({
      id: 'yen',
      isExclusive: true,
      currencies: ['JPY'],
      targets: [{ type: 'Product', id, variationIds: [] }],
    });
  const offer = anOffer({ type: 'Product', id: 'app', variationIds: [] });
  const priced = (id: string, fields: Partial<OrderQuoteInput> = {}) => {
    const catalog = aCatalog({ products, discounts: [inYen(id)], offers: [offer] });
    const cart = [line('synth'), line('app', 1, offered)];
    return quote(cart, { catalog, isExplained: true, ...fields }).lines[1];
  };
  const app = priced('app');
  assert.equal(app?.unitPriceMinor, 4_900);
  assert.equal(app?.verdicts.find(({ kind }) => kind === 'Offer')?.reason, 'ExclusiveDiscountApplies');
  assert.equal(priced('verb')?.unitPriceMinor, 2_450, 'an exclusive price of something else');
  assert.equal(
    priced('app', { enabledCurrencies: ['EUR'] })?.unitPriceMinor,
    2_450,
    'not a currency of the shop',
  );
});

test('an offer that the catalogue does not know leaves the line as it is', () => {
  const [verb] = quote([line('verb', 1, { offerId: 'never-was' })], withOffer).lines;
  assert.deepEqual([verb?.unitPriceMinor, verb?.offerId], [2_900, 'never-was']);
});

test('a discount that starts later changes nothing before', () => {
  const discounts = [aDiscount({ startsAt: minutesFrom(NOON, 1) })];
  const catalog = aCatalog({ products, discounts });
  const priceAt = (minutes: number) =>
    quote([line('app')], { catalog, now: minutesFrom(NOON, minutes) }).total.dueMinor;
  assert.deepEqual([priceAt(0), priceAt(1)], [4_900, 4_410]);
});

test('a price below the step of its currency is one step, not free; a price of 0 is', () => {
  for (const [listPrice, price] of [
    [0, 0],
    [1, 10],
    [4, 10],
    [14, 10],
    [15, 20],
  ] as const) {
    const catalog = aCatalog({ products: [aProduct('tiny', { KWD: listPrice })] });
    const { lines } = quote([line('tiny')], { catalog, currency: 'KWD', enabledCurrencies: ['KWD'] });
    assert.equal(lines[0]?.unitPriceMinor, price, `${listPrice}`);
  }
});
