import fc from 'fast-check';
import type {
  Benefit,
  CartOffer,
  Discount,
  ItemTarget,
  Offer,
  PricedBundle,
  PricedCustomer,
  PricedProduct,
  PricingContext,
  PricingTier,
  Promotion,
} from '../src/modules/pricing/domain/model.ts';
import type { Coupon } from '../src/modules/pricing/domain/coupons.ts';
import type { QuoteLine } from '../src/modules/pricing/domain/quote.ts';
import type { TaxRate, TaxRules } from '../src/modules/pricing/domain/taxes.ts';

/** A time within the test windows. */
export const NOON = new Date('2026-03-01T12:00:00.000Z');

export function minutesFrom(start: Date, minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000);
}

/** A discount for everybody, on everything, without end: 10 % by default. */
export function aDiscount(fields: Partial<Discount> = {}): Discount {
  return {
    id: 'discount',
    name: 'A discount',
    description: null,
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
    isExclusive: false,
    startsAt: null,
    endsAt: null,
    targets: [],
    audience: {},
    utm: {},
    currencies: [],
    ...fields,
  };
}

/** Half off `target` while the cart contains two lines, regardless of their items. */
export function anOffer(target: ItemTarget, fields: Partial<Offer> = {}): Offer {
  return {
    id: 'offer',
    name: 'An offer',
    description: null,
    benefit: { type: 'PercentageOff', basisPoints: 5_000 },
    isExclusive: false,
    startsAt: null,
    endsAt: null,
    target,
    relevantItems: [],
    minimumItems: 2,
    ...fields,
  };
}

/** A customer who has paid for these products, forever. */
export function ownerOf(...productIds: readonly string[]): PricedCustomer {
  return { ownedProductIds: new Set(productIds), perpetualProductIds: new Set(productIds) };
}

/** A tenth off every line, whatever the total. */
export function aCartOffer(fields: Partial<CartOffer> = {}): CartOffer {
  return {
    id: 'cart-offer',
    name: 'A cart offer',
    description: null,
    benefit: { type: 'PercentageOff', basisPoints: 1_000 },
    isExclusive: false,
    startsAt: null,
    endsAt: null,
    targets: [],
    minimumTotal: null,
    maximumTotal: null,
    ...fields,
  };
}

export function aProduct(
  id: string,
  prices: Record<string, number>,
  pricingTiers: readonly PricingTier[] = [],
): PricedProduct {
  return {
    id,
    isForSale: true,
    variations: [{ id: `${id}-once`, recurrence: 'OneOff', prices, pricingTiers }],
  };
}

/** A catalogue for the pure functions, with lists and maps. */
export function aCatalog(parts: {
  readonly products?: readonly PricedProduct[];
  readonly bundles?: readonly PricedBundle[];
  readonly discounts?: readonly Discount[];
  readonly offers?: readonly Offer[];
  readonly cartOffers?: readonly CartOffer[];
  readonly promotions?: readonly Promotion[];
}) {
  const {
    products = [],
    bundles = [],
    discounts = [],
    offers = [],
    cartOffers = [],
    promotions = [],
  } = parts;
  return {
    products,
    bundles,
    discounts,
    offers,
    cartOffers,
    promotions,
    product: (id: string) => products.find((product) => product.id === id),
    bundle: (id: string) => bundles.find((bundle) => bundle.id === id),
  };
}

/** Random input for a price: small numbers, so that rules coincide and tie. */
export interface Scene {
  readonly catalog: ReturnType<typeof aCatalog>;
  readonly context: PricingContext;
  readonly lines: readonly QuoteLine[];
  readonly currency: string;
  /** The offer on the whole cart. */
  readonly offerId?: string | undefined;
}

/** Currencies with 0, 2 and 3 digits. */
export const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;

const PRODUCT_IDS = ['p0', 'p1', 'p2', 'p3'] as const;
const BUNDLE_IDS = ['b0', 'b1'] as const;

const currency = fc.constantFrom(...CURRENCIES);
/** In dinars ten times as much, so that rounding to the step leaves something of a small amount. */
const inEach = (amount: fc.Arbitrary<number>) =>
  fc.record({ EUR: amount, JPY: amount, KWD: amount.map((one) => one * 10 + (one % 3)) });
const amounts = fc.oneof(inEach(fc.nat({ max: 120 })), fc.dictionary(currency, fc.nat({ max: 120 })));
const prices = fc.oneof(amounts, inEach(fc.nat({ max: 999_999_999 })));
const mostly = fc.oneof(
  { weight: 5, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(false) },
);
const moment = fc.option(
  fc.integer({ min: -4, max: 4 }).map((minutes) => minutesFrom(NOON, minutes)),
  { nil: null },
);

const benefit: fc.Arbitrary<Benefit> = fc.oneof(
  fc.record({ type: fc.constant('FlatAmountOff' as const), amounts }),
  fc.record({
    type: fc.constant('PercentageOff' as const),
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
  }),
);

const target: fc.Arbitrary<ItemTarget> = fc.constantFrom(...PRODUCT_IDS, ...BUNDLE_IDS).chain((id) =>
  fc.record({
    type: fc.constant(id.startsWith('p') ? ('Product' as const) : ('Bundle' as const)),
    id: fc.constant(id),
    variationIds: fc.subarray([`${id}-v0`, `${id}-v1`]),
  }),
);

const audience: fc.Arbitrary<Discount['audience']> = fc.oneof(
  fc.constant({}),
  fc.record({
    owns: fc.record({
      match: fc.constantFrom('Some' as const, 'All' as const, 'None' as const),
      productIds: fc.subarray([...PRODUCT_IDS], { minLength: 1 }),
    }),
  }),
  fc.record({ ownedCount: fc.record({ least: fc.nat({ max: 2 }), most: fc.integer({ min: 2, max: 4 }) }) }),
);

/** A discount with rules of every kind; several of them tie, overlap and exclude each other. */
export const anyDiscount: fc.Arbitrary<Discount> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 3 }),
  name: fc.constantFrom('Spring', 'Launch'),
  description: fc.constant(null),
  benefit,
  isExclusive: fc.boolean(),
  startsAt: moment,
  endsAt: moment,
  targets: fc.array(target, { maxLength: 2 }),
  audience,
  utm: fc.oneof(fc.constant({}), fc.constant({ campaign: ['launch'] }), fc.constant({ source: ['a', 'b'] })),
  currencies: fc.oneof(fc.constant([]), fc.subarray([...CURRENCIES])),
});

const anyOffer: fc.Arbitrary<Offer> = fc.record({
  id: fc.constantFrom('o0', 'o1', 'o2'),
  name: fc.constant('Offer'),
  description: fc.constant(null),
  benefit,
  isExclusive: fc.boolean(),
  startsAt: moment,
  endsAt: moment,
  target,
  relevantItems: fc.array(target, { maxLength: 2 }),
  minimumItems: fc.integer({ min: 1, max: 3 }),
});

const limit = fc.oneof(
  fc.constant(null),
  amounts,
  fc.dictionary(currency, fc.nat({ max: 2_000_000_000 }), { minKeys: 1 }),
);

/** Mostly null. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const anyCartOffer: fc.Arbitrary<CartOffer> = fc.record({
  id: fc.constantFrom('k0', 'k1', 'k2'),
  name: fc.constant('Cart offer'),
  description: fc.constant(null),
  benefit: fc.record({
    type: fc.constant('PercentageOff' as const),
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
  }),
  isExclusive: fc.boolean(),
  startsAt: seldom(moment),
  endsAt: seldom(moment),
  targets: fc.oneof(fc.constant([]), fc.array(target, { minLength: 1, maxLength: 3 })),
  minimumTotal: seldom(limit),
  maximumTotal: seldom(limit),
});

/** Tiers of any kind: without a price in a currency, dearer than the variation, and for more than any line has. */
const pricingTiers: fc.Arbitrary<readonly PricingTier[]> = fc.oneof(
  fc.constant([]),
  fc
    .uniqueArray(fc.record({ minQuantity: fc.constantFrom(2, 3, 7, 10_000), prices }), {
      selector: ({ minQuantity }) => minQuantity,
      maxLength: 3,
    })
    .map((tiers) => tiers.toSorted((a, b) => a.minQuantity - b.minQuantity)),
);

const variationsOf = (id: string) =>
  fc
    .oneof({ weight: 4, arbitrary: fc.tuple(prices, prices) }, { weight: 1, arbitrary: fc.constant([]) })
    .chain((list) =>
      fc.tuple(
        ...list.map((item, index) =>
          fc.tuple(mostly, pricingTiers).map(([isOnce, tiers]) => ({
            id: `${id}-v${index}`,
            recurrence: isOnce ? 'OneOff' : 'Monthly',
            prices: item,
            pricingTiers: tiers,
          })),
        ),
      ),
    );

const anyProduct = (id: string): fc.Arbitrary<PricedProduct> =>
  fc.record({ id: fc.constant(id), isForSale: mostly, variations: variationsOf(id) });

const anyBundle = (id: string): fc.Arbitrary<PricedBundle> =>
  fc.record({
    id: fc.constant(id),
    isForSale: mostly,
    variations: variationsOf(id),
    productIds: fc.shuffledSubarray([...PRODUCT_IDS], { minLength: 1 }),
  });

const anyContext: fc.Arbitrary<PricingContext> = fc.record({
  now: fc.integer({ min: -5, max: 5 }).map((minutes) => minutesFrom(NOON, minutes)),
  utm: fc.constantFrom({}, { campaign: 'Launch' }, { source: 'b', campaign: 'other' }),
  customer: fc.option(
    fc.subarray([...PRODUCT_IDS]).map((owned) => ownerOf(...owned)),
    { nil: undefined },
  ),
  allowsPartialBundles: fc.boolean(),
});

const anyLine = fc.constantFrom(...PRODUCT_IDS, ...BUNDLE_IDS).chain((id) =>
  fc.record({
    item: fc.constant({ type: id.startsWith('p') ? ('Product' as const) : ('Bundle' as const), id }),
    variationId: fc.constantFrom(`${id}-v0`, `${id}-v1`),
    quantity: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(10_000)),
    offerId: fc.option(fc.constantFrom('o0', 'o1', 'o9', 'k2'), { nil: undefined }),
  }),
);

/** A promotion of the discount at an index, if there is one; several may show the same. */
function promotionsOf(discounts: readonly Discount[]) {
  return (index: number, position: number): Promotion[] => {
    const discount = discounts[index];
    if (discount === undefined) return [];
    const { id: discountId, startsAt, endsAt } = discount;
    return [{ id: `promotion-${position}`, discountId, startsAt, endsAt }];
  };
}

/** A catalogue, a visitor, a moment and a cart. */
export const anyScene: fc.Arbitrary<Scene> = fc
  .record({
    products: fc.tuple(...PRODUCT_IDS.map(anyProduct)),
    bundles: fc.tuple(...BUNDLE_IDS.map(anyBundle)),
    discounts: fc.uniqueArray(anyDiscount, { selector: ({ id }) => id, maxLength: 5 }),
    offers: fc.uniqueArray(anyOffer, { selector: ({ id }) => id, maxLength: 3 }),
    cartOffers: fc.uniqueArray(anyCartOffer, { selector: ({ id }) => id, maxLength: 3 }),
    promotions: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
    offerId: fc.constantFrom('k0', 'k1', 'k2', 'o0', undefined),
    context: anyContext,
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    currency,
  })
  .map(({ context, lines, currency: ownCurrency, offerId, promotions, ...parts }) => ({
    catalog: aCatalog({ ...parts, promotions: promotions.flatMap(promotionsOf(parts.discounts)) }),
    context,
    lines: lines.map((line, index) => ({ id: `line-${index}`, ...line })),
    currency: ownCurrency,
    offerId,
  }));

/**
 * A coupon of any kind: it may apply to nothing, have ended, require more than the cart contains, or reduce the price
 * to 0.
 */
export const anyCoupon: fc.Arbitrary<Coupon> = fc.record({
  id: fc.constantFrom('c0', 'c1', 'c2', 'c3'),
  code: fc.constant('CODE'),
  codeId: fc.constant('code'),
  name: fc.constant('Coupon'),
  description: fc.constant(null),
  benefit,
  targets: fc.oneof(fc.constant([]), fc.array(target, { minLength: 1, maxLength: 3 })),
  minimumTotal: fc.oneof(fc.constant({}), amounts),
  recurringPaymentUseCount: fc.constant(null),
  obstacle: fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('UsedUp' as const, 'Withdrawn' as const) },
  ),
  startsAt: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: moment }),
  endsAt: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: moment }),
});

/** Rates of any kind: for everything, for some items, and several of the same. */
export const anyTaxes: fc.Arbitrary<TaxRules> = fc
  .record({
    mode: fc.constantFrom('Exclusive' as const, 'Inclusive' as const),
    rates: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('r0', 'r1', 'r2'),
        basisPoints: fc.oneof(
          fc.constantFrom(0, 700, 810, 887.5, 1_900, 2_550),
          fc.integer({ min: 1, max: 1_000_000 }).map((hundredths) => hundredths / 100),
        ),
        rank: fc.constantFrom(0, 1),
        country: fc.constant('DE'),
        region: fc.constant(null),
        reason: fc.constantFrom('Standard' as const, 'ReverseCharge' as const),
        targets: fc.oneof(fc.constant([]), fc.array(target, { minLength: 1, maxLength: 3 })),
      }),
      { selector: ({ id }) => id, maxLength: 3 },
    ),
  })
  .map(({ mode, rates }) => ({ mode, rates: rates.map(reversed) }));

/** A buyer who owes the tax pays none, and is relieved of the tax included in prices. */
function reversed(rate: TaxRate): TaxRate {
  return rate.reason === 'ReverseCharge'
    ? { ...rate, basisPoints: 0, reliefBasisPoints: rate.basisPoints }
    : rate;
}
