import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaleDocument } from '../api/orders.ts';
import { isInvoiceOpen, refundOf } from './refunds.ts';

const euro = (amount: number) => ({ currency: 'EUR', amount });
const orderOf = (due: number) => ({
  total: { original: euro(due), discount: euro(0), subtotal: euro(due), taxes: euro(0), due: euro(due) },
});
const documentsOf = (...documents: (readonly [SaleDocument['kind'], number])[]) => ({
  invoiceAvailable: true,
  items: documents.map(([kind, amount], index): SaleDocument => {
    const id = String(index);
    const [issuedAt, sums] = [
      '2026-03-01T00:00:00Z',
      { net: euro(amount), tax: euro(0), total: euro(amount) },
    ];
    return { id, orderId: 'o', kind, number: id, issuedAt, suppliedAt: issuedAt, ...sums };
  }),
});

test('an invoice can be requested where the server issues one', () => {
  const documents = documentsOf(['Receipt', 49]);
  assert.equal(isInvoiceOpen(orderOf(49), documents), true);
  assert.equal(isInvoiceOpen(orderOf(49), { ...documents, invoiceAvailable: false }), false);
});

test('an order that is fully refunded, or cost nothing, needs no invoice', () => {
  const partly = documentsOf(['Receipt', 0.3], ['CreditNote', -0.1]);
  assert.equal(isInvoiceOpen(orderOf(0.3), partly), true);
  const wholly = documentsOf(['Receipt', 0.3], ['CreditNote', -0.1], ['CreditNote', -0.2]);
  assert.equal(isInvoiceOpen(orderOf(0.3), wholly), false);
  assert.equal(isInvoiceOpen(orderOf(0), documentsOf(['Receipt', 0])), false);
  assert.ok(Math.abs(refundOf(wholly) - 0.3) < 1e-9);
});
