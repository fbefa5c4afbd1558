import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  aCatalog,
  anyDiscount,
  anyScene,
  aProduct,
  CURRENCIES,
  minutesFrom,
  NOON,
  type Scene,
} from '../../../../test/pricing.ts';
import { roundToStep } from '../../../kernel/money.ts';
import { bundleParts } from './bundle.ts';
import { quoteOrder } from './quote-order.ts';
import type { OrderQuote, QuoteLine } from './quote.ts';
import { priceStorefront, type PricedStorefront, type ShownPrice } from './storefront.ts';
import type { Offer, PricedBundle, PricedProduct } from './model.ts';
import { examples } from '../../../../test/length.ts';

type AnyStorefront = PricedStorefront<PricedProduct, PricedBundle, Offer>;

function quote({ context, ...scene }: Scene): OrderQuote {
  return quoteOrder({ ...context, ...scene, enabledCurrencies: CURRENCIES });
}

function storefront({ catalog, context, currency }: Scene, now = context.now): AnyStorefront {
  return priceStorefront({
    ...context,
    now,
    catalog,
    enabledCurrencies: CURRENCIES,
    shownCurrency: currency,
  });
}

/** The parts that a customer sees: ids of discounts are not shown. */
function summary({ products, bundles, offers, cartOffers, promotions }: AnyStorefront): unknown {
  const prices = (variations: readonly (ShownPrice & { variation: { id: string } })[]) =>
    variations.map(({ variation, originalMinor, priceMinor, discount, tiers, isOpenToOffers }) => {
      if (discount === undefined) return [variation.id, originalMinor, priceMinor, tiers];
      const { name, benefit, isExclusive } = discount.applied;
      const share = benefit.type === 'PercentageOff' ? benefit.basisPoints : 'flat';
      return [
        variation.id,
        originalMinor,
        priceMinor,
        tiers,
        name,
        share,
        isExclusive,
        isOpenToOffers,
        discount.promotion?.id,
      ];
    });
  return {
    products: products.map(({ product, variations }) => [product.id, prices(variations)]),
    bundles: bundles.map(({ bundle, scope, variations }) => [bundle.id, scope, prices(variations)]),
    offers: offers.map(({ offer, targetVariationIds, relevantItems }) => [
      offer.id,
      targetVariationIds,
      relevantItems,
    ]),
    cartOffers: cartOffers.map(({ offer, targets }) => [offer.id, targets]),
    promotions: promotions.map(({ promotion, targets }) => [promotion.id, targets]),
  };
}

function pricesOf({ products, bundles }: AnyStorefront): Map<string, number> {
  const prices = new Map<string, number>();
  for (const { variation, priceMinor } of [...products, ...bundles].flatMap(({ variations }) => variations)) {
    for (const [currency, amount] of Object.entries(priceMinor))
      prices.set(`${variation.id} ${currency}`, amount);
  }
  return prices;
}

const RUNS = examples(400);

test('no price is negative or above the original, and every sum adds up', () => {
  fc.assert(
    fc.property(anyScene, (scene) => {
      const { lines, total } = quote(scene);
      for (const line of lines) {
        assert.ok(line.unitPriceMinor >= 0 && line.unitPriceMinor <= line.unitOriginalMinor);
        const off = line.adjustments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        assert.equal(line.unitOriginalMinor - off, line.unitPriceMinor);
        assert.equal(line.originalMinor, line.unitOriginalMinor * line.quantity);
        assert.equal(line.originalMinor - line.discountMinor, line.subtotalMinor);
        assert.ok(Number.isSafeInteger(line.subtotalMinor));
      }
      const sum = (key: 'originalMinor' | 'discountMinor' | 'subtotalMinor' | 'dueMinor') =>
        lines.reduce((all, line) => all + line[key], 0);
      assert.equal(total.originalMinor, sum('originalMinor'));
      assert.equal(total.discountMinor, sum('discountMinor'));
      assert.equal(total.originalMinor - total.discountMinor, total.subtotalMinor);
      assert.equal(total.subtotalMinor + total.taxesMinor, total.dueMinor);
      for (const { originalMinor, priceMinor, discount } of storefront(scene).products.flatMap(
        (item) => item.variations,
      )) {
        for (const [currency, price] of Object.entries(priceMinor)) {
          assert.ok(price >= 0 && price <= (originalMinor[currency] ?? -1));
        }
        assert.equal(discount !== undefined, JSON.stringify(originalMinor) !== JSON.stringify(priceMinor));
      }
    }),
    RUNS,
  );
});

test('every line is either quoted or refused, and none twice', () => {
  fc.assert(
    fc.property(anyScene, (scene) => {
      const { lines, refusals } = quote(scene);
      const ids = [...lines.map(({ id }) => id), ...refusals.map(({ lineId }) => lineId)].toSorted();
      assert.deepEqual(ids, scene.lines.map(({ id }) => id).toSorted());
    }),
    RUNS,
  );
});

test('every offer that is shown takes something off in a currency that is sold in', () => {
  let flatCount = 0;
  fc.assert(
    fc.property(anyScene, (scene) => {
      for (const { offer } of storefront(scene).offers) {
        const { benefit } = offer;
        if (benefit.type === 'PercentageOff') {
          assert.ok(benefit.basisPoints > 0);
        } else {
          flatCount += 1;
          assert.ok(CURRENCIES.some((currency) => (benefit.amounts[currency] ?? 0) > 0));
        }
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(flatCount > 10, 'the property was not exercised');
});

test('one more discount raises no price of the storefront', () => {
  fc.assert(
    fc.property(anyScene, anyDiscount, (scene, added) => {
      const before = pricesOf(storefront(scene));
      const catalog = aCatalog({
        ...scene.catalog,
        discounts: [...scene.catalog.discounts, { ...added, id: 'added' }],
      });
      const after = pricesOf(storefront({ ...scene, catalog }));
      assert.deepEqual([...after.keys()], [...before.keys()]);
      for (const [key, price] of after) assert.ok(price <= (before.get(key) ?? -1), key);
    }),
    RUNS,
  );
});

test('one more discount that shares a line with offers raises no line of a cart', () => {
  fc.assert(
    fc.property(anyScene, anyDiscount, (anyOf, added) => {
      // A lower total may be below the minimum of a cart offer.
      const scene = { ...anyOf, catalog: aCatalog({ ...anyOf.catalog, cartOffers: [] }) };
      const before = quote(scene).lines;
      const shared = { ...added, id: 'added', isExclusive: false };
      const catalog = aCatalog({ ...scene.catalog, discounts: [...scene.catalog.discounts, shared] });
      for (const [index, line] of quote({ ...scene, catalog }).lines.entries()) {
        assert.ok(line.dueMinor <= (before[index]?.dueMinor ?? -1));
      }
    }),
    RUNS,
  );
});

test('tiers raise no price, and only lower it from their quantity on', () => {
  let lowerCount = 0;
  fc.assert(
    fc.property(anyScene, (anyOf) => {
      // An exclusive discount that is the best at a tier excludes offers, even if they alone would be cheaper.
      const lines = anyOf.lines.map((line) => ({ ...line, offerId: undefined }));
      const scene = { ...anyOf, lines, offerId: undefined };
      const { products, bundles, ...rules } = scene.catalog;
      const withoutTiers = <Item extends PricedProduct>(item: Item): Item => ({
        ...item,
        variations: item.variations.map((variation) => ({ ...variation, pricingTiers: [] })),
      });
      const catalog = aCatalog({
        ...rules,
        products: products.map(withoutTiers),
        bundles: bundles.map(withoutTiers),
      });
      const plain = quote({ ...scene, catalog });
      for (const [index, line] of quote(scene).lines.entries()) {
        const before = plain.lines[index] ?? assert.fail();
        assert.ok(line.unitPriceMinor <= before.unitPriceMinor && line.dueMinor <= before.dueMinor);
        if (line.tier === undefined) assert.deepEqual(line, before);
        else assert.ok(line.quantity >= line.tier.minQuantity);
        lowerCount += Number(line.unitPriceMinor < before.unitPriceMinor);
      }
    }),
    examples(1_000),
  );
  assert.ok(lowerCount > 0, 'the property was not exercised');
});

test('an exclusive discount has no offer beside it', () => {
  let exclusiveCount = 0;
  fc.assert(
    fc.property(anyScene, (scene) => {
      for (const { adjustments } of quote(scene).lines) {
        const [first] = adjustments;
        if (first?.kind !== 'Discount' || !first.isExclusive) continue;
        exclusiveCount += 1;
        assert.equal(adjustments.length, 1);
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(exclusiveCount > 10, 'the property was not exercised');
});

test('the shares of a bundle add up to its price and are never negative', () => {
  fc.assert(
    fc.property(anyScene, fc.nat({ max: 999_999_999 }), ({ catalog, currency }, amount) => {
      const price = roundToStep(amount, currency);
      for (const bundle of catalog.bundles) {
        const parts = bundleParts(price, bundle, currency, catalog, bundle.productIds);
        assert.equal(
          parts.reduce((sum, { shareMinor }) => sum + shareMinor, 0),
          price,
        );
        assert.ok(parts.every(({ shareMinor }) => shareMinor >= 0));
      }
    }),
    RUNS,
  );
});

test('a product without a price of its own has an even share of its bundles, and the rest is split by price', () => {
  const prices = fc.array(fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }), {
    minLength: 1,
    maxLength: 100,
  });
  fc.assert(
    fc.property(prices, fc.nat({ max: 999_999_999 }), (amounts, price) => {
      const products = amounts.map((own, index) =>
        aProduct(`p${index}`, own === undefined ? {} : { EUR: own }),
      );
      const productIds = products.map(({ id }) => id);
      const bundle = { id: 'bundle', isForSale: true, variations: [], productIds };
      const parts = bundleParts(price, bundle, 'EUR', aCatalog({ products }), productIds);
      assert.equal(
        parts.reduce((sum, { shareMinor }) => sum + shareMinor, 0),
        price,
      );
      const ownPrices = amounts.filter((own) => own !== undefined);
      const even = price / amounts.length;
      const total = ownPrices.reduce((sum, own) => sum + own, 0);
      for (const [index, own] of amounts.entries()) {
        const exact = own === undefined ? even : (even * ownPrices.length * own) / total;
        assert.ok(Math.abs((parts[index]?.shareMinor ?? -1) - exact) < 1.000_001, String(index));
      }
    }),
    RUNS,
  );
});

test('a partial bundle costs at most the whole, and gives exactly what is not owned', () => {
  let partialCount = 0;
  fc.assert(
    fc.property(anyScene, (scene) => {
      const owned = scene.context.customer?.ownedProductIds;
      const whole = quote({ ...scene, context: { ...scene.context, allowsPartialBundles: false } });
      for (const [index, line] of quote(scene).lines.entries()) {
        assert.ok(line.unitOriginalMinor <= (whole.lines[index]?.unitOriginalMinor ?? -1));
        if (!line.isPartial) continue;
        partialCount += 1;
        assert.ok(line.grantedProductIds.length > 0);
        assert.ok(line.grantedProductIds.every((id) => owned?.has(id) === false));
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(partialCount > 10, 'the property was not exercised');
});

test('a storefront is the same until just before validUntil, and another one then', () => {
  let changeCount = 0;
  fc.assert(
    fc.property(anyScene, (scene) => {
      const now = storefront(scene);
      const { validUntil } = now;
      const last = validUntil === null ? minutesFrom(NOON, 1_000) : new Date(validUntil.getTime() - 1);
      const moments = [...Array.from({ length: 20 }, (_, index) => minutesFrom(NOON, index - 8)), last];
      for (const moment of moments.filter((at) => at >= scene.context.now && at <= last)) {
        assert.deepEqual(summary(storefront(scene, moment)), summary(now));
      }
      if (validUntil === null) return;
      changeCount += 1;
      assert.ok(validUntil > scene.context.now);
      assert.notDeepEqual(summary(storefront(scene, validUntil)), summary(now));
    }),
    { numRuns: 1_500 },
  );
  assert.ok(changeCount > 50, 'the property was not exercised');
});

test('the order of products, discounts, offers and lines changes no price, but for two lines under one offer', () => {
  fc.assert(
    fc.property(anyScene, (anyOf) => {
      const scene = { ...anyOf, lines: withOneLinePerOffer(anyOf.lines) };
      const { products, bundles, discounts, offers, cartOffers, promotions } = scene.catalog;
      const catalog = aCatalog({
        products: products.toReversed(),
        bundles: bundles.toReversed(),
        discounts: discounts.toReversed(),
        offers: offers.toReversed(),
        cartOffers: cartOffers.toReversed(),
        promotions: promotions.toReversed(),
      });
      const reversed = { ...scene, catalog, lines: scene.lines.toReversed() };
      const byId = (lines: OrderQuote['lines']) => lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(byId(quote(reversed).lines), byId(quote(scene).lines));
      assert.deepEqual(quote(reversed).total, quote(scene).total);
      assert.deepEqual(pricesOf(storefront(reversed)).size, pricesOf(storefront(scene)).size);
      for (const [key, price] of pricesOf(storefront(reversed)))
        assert.equal(pricesOf(storefront(scene)).get(key), price);
      assert.deepEqual(storefront(reversed).validUntil, storefront(scene).validUntil);
    }),
    RUNS,
  );
});

test('requesting the reasons changes no price, and they name every discount once', () => {
  fc.assert(
    fc.property(anyScene, (scene) => {
      const explained = quoteOrder({
        ...scene.context,
        ...scene,
        enabledCurrencies: CURRENCIES,
        isExplained: true,
      });
      const plain = quote(scene);
      assert.deepEqual(explained.total, plain.total);
      for (const [index, line] of explained.lines.entries()) {
        assert.deepEqual({ ...line, verdicts: [] }, plain.lines[index]);
        const discounts = line.verdicts.filter(({ kind }) => kind === 'Discount');
        assert.equal(new Set(discounts.map(({ id }) => id)).size, scene.catalog.discounts.length);
        const applied = line.verdicts
          .filter(({ kind, reason }) => kind !== 'Tier' && reason === undefined)
          .map(({ kind, id }) => `${kind}/${id}`);
        const tiers = line.verdicts.filter(({ kind, reason }) => kind === 'Tier' && reason === undefined);
        assert.deepEqual(
          tiers.map(({ id, amountMinor }) => [id, amountMinor]),
          line.tier === undefined
            ? []
            : [[`${line.tier.minQuantity}`, line.tier.listMinor - line.unitOriginalMinor]],
        );
        assert.deepEqual(
          applied,
          line.adjustments.map(({ kind, id }) => `${kind}/${id}`),
        );
      }
    }),
    RUNS,
  );
});

/** The lines, of which only the first under an offer keeps it. */
function withOneLinePerOffer(lines: readonly QuoteLine[]): QuoteLine[] {
  return lines.map((line, index) => {
    const isFirst = lines.findIndex(({ offerId }) => offerId === line.offerId) === index;
    return isFirst ? line : { ...line, offerId: undefined };
  });
}
