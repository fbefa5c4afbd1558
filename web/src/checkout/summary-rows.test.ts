import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckoutLine } from '../api/checkout.ts';
import { isMarked, summaryRows } from './summary-rows.ts';

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

test('a row is marked when it was withdrawn or is to blame for a refusal', () => {
  const withdrawnLines = [{ id: 'gone', name: 'Gone', position: 0 }];
  const rows = summaryRows({ lines: [line('good'), line('bad', { refusals: ['No.'] })], withdrawnLines });
  assert.deepEqual(rows.map(isMarked), [true, false, true]);
});
