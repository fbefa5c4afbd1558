import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { completeSettings } from '../../../accounts/settings/settings.ts';
import type { PaymentStart } from '../../provider.ts';
import { isInTime, sessionParams, withTaxMode } from './session-params.ts';

const settings = completeSettings({}) ?? assert.fail('the defaults are settings');
const account = { id: 'demo', settings };
const taxedBy = (mode: 'none' | 'own' | 'provider', prices: 'inclusive' | 'exclusive' = 'exclusive') => ({
  ...account,
  settings: { ...settings, tax: { ...settings.tax, mode, prices } },
});

const PAYMENT: PaymentStart = {
  paymentId: 'p1',
  idempotencyKey: 'start-p1',
  amountMinor: 1_000,
  currency: 'EUR',
  openedAt: new Date('2026-03-01T12:00:00Z'),
  merchantOfRecord: false,
  items: [],
  payer: { name: 'Gus', email: 'gus@example.com' },
  visit: { returnUrl: 'https://demo.latchkey.test/checkout/page', input: {} },
};

test('a session can be created for half an hour after the payment was opened, to the millisecond', () => {
  const half = PAYMENT.openedAt.getTime() + 30 * 60_000;
  assert.deepEqual([isInTime(PAYMENT, new Date(half)), isInTime(PAYMENT, new Date(half + 1))], [true, false]);
});

function linesOf(fields: Partial<PaymentStart>, switches: object = {}) {
  const { line_items: items = [] } = sessionParams({ ...PAYMENT, ...fields }, account, { ...switches }) ?? {};
  return items.map(({ quantity = 0, price_data: price }) => ({
    name: price?.product_data?.name,
    unit: price?.unit_amount ?? 0,
    quantity,
    taxCode: price?.product_data?.tax_code,
  }));
}

const sumOf = (lines: ReturnType<typeof linesOf>) =>
  lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0);

test('a title is cut between characters, and none of them is half', () => {
  const pay = (title: string) => linesOf({ items: [{ title, quantity: 1, dueMinor: 1_000 }] })[0]?.name ?? '';
  const emoji = '🎹';
  assert.equal(pay(`${'x'.repeat(248)}${emoji}y`), `${'x'.repeat(248)}…`);
  assert.equal(pay(`${'x'.repeat(247)}${emoji}yy`), `${'x'.repeat(247)}${emoji}…`);
  for (const title of [emoji.slice(0, 1), emoji.slice(1).padEnd(300, 'x')])
    assert.ok(pay(title).isWellFormed());
});

test('the line items add up to the amount due, whatever the items are', () => {
  const item = fc.record({
    title: fc.string({ maxLength: 300 }),
    quantity: fc.integer({ min: 1, max: 20 }),
    dueMinor: fc.integer({ min: 0, max: 100_000 }),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 120 }), fc.integer({ min: 0, max: 5 }), (items, more) => {
      const amountMinor =
        Math.max(
          1,
          items.reduce((sum, { dueMinor }) => sum + dueMinor, 0),
        ) + more;
      const lines = linesOf({ items, amountMinor });
      assert.equal(sumOf(lines), amountMinor);
      assert.ok(lines.length >= 1 && lines.length <= 100);
      assert.ok(lines.every(({ name = '', unit }) => name.length <= 251 && Number.isSafeInteger(unit)));
    }),
  );
});

test('units have a price of their own where it is whole, and the tax code of their product or of the account', () => {
  const items = [
    { title: 'App', quantity: 3, dueMinor: 900 },
    { title: 'Book', quantity: 3, dueMinor: 100, taxCode: 'txcd_book' },
  ];
  assert.deepEqual(linesOf({ items }, { taxCode: 'txcd_app' }), [
    { name: 'App', unit: 300, quantity: 3, taxCode: 'txcd_app' },
    { name: '3 × Book', unit: 100, quantity: 1, taxCode: 'txcd_book' },
  ]);
  assert.deepEqual(linesOf({ items, amountMinor: 1_200 }), [
    { name: 'App, Book', unit: 1_200, quantity: 1, taxCode: undefined },
  ]);
});

test('a language that the page has not is left to the browser', () => {
  for (const [tag, locale] of [
    ['de-AT', 'de'],
    ['pt-BR', 'pt-BR'],
    ['en-GB', 'en-GB'],
    ['tlh', 'auto'],
    [undefined, 'auto'],
  ] as const)
    assert.equal(
      sessionParams({ ...PAYMENT, visit: { ...PAYMENT.visit, locale: tag } }, account, {})?.locale,
      locale,
    );
});

test('taxes are worked out once: by the account, or by the provider as the account says', () => {
  const automatic = { automaticTax: 'inclusive' };
  for (const [owner, switches, expected] of [
    [taxedBy('none'), {}, undefined],
    [taxedBy('none'), automatic, 'inclusive'],
    [taxedBy('own'), automatic, null],
    [taxedBy('provider', 'exclusive'), {}, 'exclusive'],
    [taxedBy('provider', 'exclusive'), automatic, 'inclusive'],
    [taxedBy('provider'), { ...automatic, managedPayments: true }, null],
  ] as const)
    assert.equal(withTaxMode(owner, switches)['automaticTax'], expected);
  const own = sessionParams(PAYMENT, taxedBy('own'), automatic);
  assert.equal(own?.automatic_tax, undefined);
  assert.equal(own?.line_items?.[0]?.price_data?.tax_behavior, undefined);
});

test('every try of a payment is the same', () => {
  assert.deepEqual(sessionParams(PAYMENT, account, {}), sessionParams({ ...PAYMENT }, account, {}));
});
