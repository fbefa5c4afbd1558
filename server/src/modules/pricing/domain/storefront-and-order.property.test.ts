import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyScene, CURRENCIES, type Scene } from '../../../../test/pricing.ts';
import { amountOff } from './benefit.ts';
import type { Offer, PricedBundle, PricedProduct } from './model.ts';
import { quoteOrder } from './quote-order.ts';
import type { OrderQuote, QuoteLine } from './quote.ts';
import { priceStorefront, type PricedStorefront } from './storefront.ts';
import { examples } from '../../../../test/length.ts';

type AnyStorefront = PricedStorefront<PricedProduct, PricedBundle, Offer>;

function quote({ context, ...scene }: Scene): OrderQuote {
  return quoteOrder({ ...context, ...scene, enabledCurrencies: CURRENCIES });
}

function storefront({ catalog, context, currency }: Scene): AnyStorefront {
  return priceStorefront({ ...context, catalog, enabledCurrencies: CURRENCIES, shownCurrency: currency });
}

test('an order charges the prices that the storefront shows for the quantity, in every currency', () => {
  let tierCount = 0;
  fc.assert(
    fc.property(anyScene, fc.constantFrom(1, 2, 3, 6, 7, 10_000), (scene, quantity) => {
      for (const currency of CURRENCIES) {
        const sold = soldIn(storefront(scene), currency);
        const lines = sold.map((saleItem, index) => ({ ...lineOf(saleItem, `${index}`), quantity }));
        const charged = quote({ ...scene, currency, lines });
        assert.deepEqual(charged.refusals, []);
        for (const [index, line] of charged.lines.entries()) {
          const item = sold[index] ?? assert.fail();
          const { originalMinor, priceMinor } = shownFor(item, quantity);
          assert.equal(line.unitOriginalMinor, originalMinor[currency]);
          assert.equal(line.unitPriceMinor, priceMinor[currency]);
          assert.equal(line.tier?.listMinor ?? line.unitOriginalMinor, item.originalMinor[currency]);
          if (line.tier !== undefined) tierCount += 1;
          else
            assert.equal(
              item.discount?.totalMinor[currency] ?? 0,
              line.unitOriginalMinor - line.unitPriceMinor,
            );
        }
      }
    }),
    examples(400),
  );
  assert.ok(tierCount > 10, 'the property was not exercised');
});

test('an order grants an offer on exactly what the storefront lists under it, in every currency', () => {
  let offerCount = 0;
  fc.assert(
    fc.property(anyScene, (scene) => {
      const page = storefront(scene);
      const { currency } = scene;
      const sold = soldIn(page, currency);
      for (const offer of scene.catalog.offers) {
        const pageOffer = page.offers.find(({ offer: { id } }) => id === offer.id);
        // A cart that meets the condition in a client's interpretation: enough lines with listed items.
        const match = sold.find(({ item, variation }) =>
          pageOffer?.relevantItems.some(
            ({ type, id, variationIds }) =>
              type === item.type && id === item.id && variationIds.includes(variation.id),
          ),
        );
        const others =
          match === undefined
            ? []
            : Array.from({ length: offer.minimumItems }, (_, index) => lineOf(match, `${index}`));
        for (const candidate of sold) {
          const lines = [...others, lineOf(candidate, 'under', offer.id)];
          const { unitPriceMinor } = quote({ ...scene, lines }).lines.at(-1) ?? assert.fail();
          const isGranted =
            match !== undefined &&
            isOnTarget(offer, candidate.item) &&
            pageOffer?.targetVariationIds.includes(candidate.variation.id) === true;
          const before = shownFor(candidate, 2).priceMinor[currency] ?? assert.fail();
          const off = isGranted ? amountOff(offer.benefit, before, currency) : 0;
          if (off > 0) offerCount += 1;
          assert.equal(unitPriceMinor, before - off);
        }
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(offerCount > 10, 'the property was not exercised');
});

test('an offer lowers one line at most, and only where the cart has enough lines of what counts', () => {
  let offerCount = 0;
  fc.assert(
    fc.property(anyScene, (scene) => {
      const { offers } = scene.catalog;
      const eager = scene.lines.map((line) => ({
        ...line,
        offerId: offers.find((offer) => isOnTarget(offer, line.item))?.id,
      }));
      const { lines } = quote({ ...scene, lines: eager });
      const offerIds = lines.flatMap(({ adjustments }) => adjustments.filter(({ kind }) => kind === 'Offer'));
      offerCount += offerIds.length;
      assert.equal(new Set(offerIds.map(({ id }) => id)).size, offerIds.length);
      for (const { id } of offerIds) {
        const offer = offers.find((candidate) => candidate.id === id);
        assert.ok(offer !== undefined && lines.length >= offer.minimumItems);
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(offerCount > 10, 'the property was not exercised');
});

/** The items of a storefront that have a price in the currency. */
function soldIn({ products, bundles }: AnyStorefront, currency: string) {
  const items = [
    ...products.map(({ product, variations }) => ({ type: 'Product' as const, id: product.id, variations })),
    ...bundles.map(({ bundle, variations }) => ({ type: 'Bundle' as const, id: bundle.id, variations })),
  ];
  return items
    .flatMap(({ type, id, variations }) =>
      variations.map((saleItem) => ({ item: { type, id }, ...saleItem })),
    )
    .filter(({ priceMinor }) => priceMinor[currency] !== undefined);
}

/** The prices for a quantity in a client's interpretation: those of the last tier that it reaches. */
function shownFor(item: ReturnType<typeof soldIn>[number], quantity: number) {
  return item.tiers?.findLast(({ minQuantity }) => minQuantity <= quantity) ?? item;
}

function lineOf(
  { item, variation }: ReturnType<typeof soldIn>[number],
  id: string,
  offerId?: string,
): QuoteLine {
  return { id, item, variationId: variation.id, quantity: 2, offerId };
}

function isOnTarget(
  { target }: Offer,
  { type, id }: { readonly type: string; readonly id: string },
): boolean {
  return target.type === type && target.id === id;
}
