import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { examples } from '../../../../test/length.ts';
import { anyCoupon, anyScene, anyTaxes, CURRENCIES } from '../../../../test/pricing.ts';
import { sumOf, sumsByRate } from '../../documents/index.ts';
import { type OrderQuote, quoteOrder } from '../../pricing/index.ts';
import { buyerOf, saleOf } from './sale-of.ts';

const EVENING = new Date('2026-03-01T20:00:00.000Z');

function sale(
  quote: OrderQuote,
  details: { taxMinor: number; taxMode: 'Inclusive' | 'Exclusive' } | null = null,
) {
  return saleOf({
    orderId: 'order',
    content: { quote, lines: [], grants: [], titles: [] },
    billing: { name: 'Ann', email: 'ann@example.com' },
    suppliedAt: EVENING,
    payment: { details, createdAt: EVENING, settledAt: EVENING },
  });
}

test('a document states its buyer on single lines, whatever an earlier version stored', () => {
  const address = {
    countryCode: 'IL',
    streetAddress1: 'Street\u20291',
    streetAddress2: null,
    postCode: '1\r\n2',
    locality: '\u2067Haifa\u2069',
    region: null,
  };
  const buyer = buyerOf({
    name: 'Ann\n\n\u202EBuyer\u2028',
    businessName: '\n',
    taxId: 'DE\u20661',
    address,
  });
  assert.deepEqual(buyer, {
    name: 'Ann Buyer',
    businessName: null,
    taxId: 'DE1',
    email: null,
    address: { ...address, streetAddress1: 'Street 1', postCode: '1 2', locality: 'Haifa' },
  });
});

test('a document names no reduction of a line with free days: it lowers the payments after them', () => {
  let reduced = 0;
  fc.assert(
    fc.property(anyScene, ({ catalog, context, lines, currency }) => {
      const request = { ...context, coupons: [], catalog, lines, currency, enabledCurrencies: CURRENCIES };
      const { cartOffer: _none, ...quote } = quoteOrder(request);
      const renewal = { cycle: 'Monthly', freeDays: 7, prices: [] } as const;
      const free = { ...quote, lines: quote.lines.map((line) => ({ ...line, renewal })) };
      if (sale(quote).reductions.length > 0) reduced += 1;
      assert.deepEqual(sale(free).reductions, []);
    }),
    examples(200),
  );
  assert.ok(reduced > 0);
});

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

test('a document’s lines, taxes and totals are those of the order, to the minor unit of currencies with 0, 2 and 3 digits', () => {
  const counts = { taxed: 0, currencies: new Set<string>() };
  fc.assert(
    fc.property(
      anyScene,
      fc.uniqueArray(anyCoupon, { selector: ({ id }) => id, maxLength: 2 }),
      anyTaxes,
      (scene, coupons, taxes) => {
        const { catalog, context, lines, currency } = scene;
        const quote = quoteOrder({
          ...context,
          coupons,
          taxes,
          catalog,
          lines,
          currency,
          enabledCurrencies: CURRENCIES,
        });
        const document = sale(quote);
        const total = sumOf(document.lines);
        assert.equal(total.grossMinor, quote.total.dueMinor);
        assert.equal(total.taxMinor, sum((quote.taxes ?? []).map(({ amountMinor }) => amountMinor)));
        for (const line of document.lines) assert.equal(line.netMinor + line.taxMinor, line.grossMinor);
        const rates = sumsByRate(document.lines);
        assert.equal(sum(rates.map(({ taxMinor }) => taxMinor)), total.taxMinor);
        assert.equal(
          sum(document.reductions.map(({ amountMinor }) => amountMinor)),
          quote.total.discountMinor,
        );
        counts.taxed += Number(total.taxMinor > 0);
        if (total.grossMinor > 0) counts.currencies.add(currency);
      },
    ),
    examples(200),
  );
  assert.ok(counts.taxed > 4, String(counts.taxed));
  assert.deepEqual([...counts.currencies].toSorted(), CURRENCIES.toSorted());
});

test('tax that the provider calculated is shared out to the lines exactly, on top of the prices or within', () => {
  fc.assert(
    fc.property(
      anyScene,
      fc.nat(50),
      fc.constantFrom('Inclusive', 'Exclusive'),
      (scene, percent, taxMode) => {
        const { catalog, context, lines, currency } = scene;
        const quote = quoteOrder({ ...context, catalog, lines, currency, enabledCurrencies: CURRENCIES });
        const { dueMinor } = quote.total;
        const taxMinor = Math.floor((dueMinor * percent) / 100);
        const total = sumOf(sale(quote, { taxMinor, taxMode }).lines);
        assert.equal(total.grossMinor, taxMode === 'Exclusive' ? dueMinor + taxMinor : dueMinor);
        assert.equal(total.taxMinor, taxMinor);
        assert.equal(total.netMinor + total.taxMinor, total.grossMinor);
      },
    ),
    examples(100),
  );
});
