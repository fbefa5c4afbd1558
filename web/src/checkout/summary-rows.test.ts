import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckoutLine } from '../api/checkout.ts';
import { mergeLines } from './merge-lines.ts';
import { isMarked, reductionOfLines, reductionsOf, summaryRows } from './summary-rows.ts';

function line(id: string, extra: Partial<CheckoutLine> = {}): CheckoutLine {
  return {
    id,
    type: 'Product',
    name: id,
    iconUrl: null,
    variationName: '',
    recurrence: { type: 'OneOff' },
    quantity: 1,
    unitPrice: 1,
    reductions: [],
    total: { original: 1, discount: 0, subtotal: 1, due: 1 },
    ...extra,
  };
}

test('withdrawn lines stay in their place in the cart', () => {
  const withdrawnLines = [0, 2, 4].map((position) => ({ id: `${position}`, name: 'Gone', position }));
  const rows = summaryRows({ lines: [line('1'), line('3')], withdrawnLines });
  assert.deepEqual(
    rows.map((row) => row.line.id),
    ['0', '1', '2', '3', '4'],
  );
});

test('several lines of the same item at the same price are one row, and others stay', () => {
  const app = { name: 'App', variationName: 'Perpetual' };
  const rows = mergeLines([
    line('1', app),
    line('2', { ...app, quantity: 2, total: { original: 2, discount: 0, subtotal: 2, due: 2 } }),
    line('3', { ...app, variationName: 'Monthly' }),
    line('4', { ...app, unitPrice: 2 }),
    line('5', { ...app, upgrade: { kind: 'Upgrade' } }),
    line('6', { ...app, upgrade: { kind: 'Upgrade' } }),
    line('7', app),
  ]);
  assert.deepEqual(
    rows.map(({ id, quantity, total }) => [id, quantity, total.original, total.due]),
    [
      ['1', 4, 4, 4],
      ['3', 1, 1, 1],
      ['4', 1, 1, 1],
      ['5', 1, 1, 1],
      ['6', 1, 1, 1],
    ],
  );
});

test('a row is marked when it was withdrawn or is to blame for a refusal', () => {
  const withdrawnLines = [{ id: 'gone', name: 'Gone', position: 0 }];
  const rows = summaryRows({ lines: [line('good'), line('bad', { refusals: ['No.'] })], withdrawnLines });
  assert.deepEqual(rows.map(isMarked), [true, false, true]);
});

test('what came off the order below its lines is listed by name, and adds up to the discount with theirs', () => {
  const euro = (amount: number) => ({ currency: 'EUR', amount });
  const total = {
    original: euro(10),
    discount: euro(4.2),
    subtotal: euro(5.8),
    taxes: euro(0),
    due: euro(5.8),
  };
  const lines = [
    line('1', { reductions: [{ name: 'Launch', amount: 0.1 }] }),
    line('2', { reductions: [{ name: 'Launch', amount: 0.2 }] }),
  ];
  const order = {
    lines,
    total,
    cartOffer: { name: 'Spring', amount: 1 },
    couponsApplied: [{ code: 'SAVE', name: 'Thanks', description: '', discount: euro(2) }],
  };
  assert.equal(reductionOfLines(lines).toFixed(2), '0.30');
  const rows = reductionsOf(order, 'Discounts').map(({ name, amount }) => [name, amount.toFixed(2)]);
  assert.deepEqual(rows, [
    ['Spring', '1.00'],
    ['Thanks (SAVE)', '2.00'],
    ['Discounts', '0.90'],
  ]);
});
