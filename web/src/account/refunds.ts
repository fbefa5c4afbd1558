import type { Order, SaleDocuments } from '../api/orders.ts';

/** The sum of the credit notes of an order without those that were reversed, in its currency. */
export function refundOf({ items }: Pick<SaleDocuments, 'items'>): number {
  return items
    .filter(({ kind }) => kind === 'CreditNote' || kind === 'Reversal')
    .reduce((sum, { total }) => sum - total.amount, 0);
}

/** Amounts have at most four digits after the point; anything smaller is an error of the addition. */
const ROUNDING = 0.000_05;

/** Whether the invoice of an order can be requested, and not everything was refunded. */
export function isInvoiceOpen(
  { total }: Pick<Order, 'total'>,
  documents: Pick<SaleDocuments, 'items' | 'invoiceAvailable'>,
): boolean {
  if (!documents.invoiceAvailable) return false;
  return total !== undefined && total.due.amount - refundOf(documents) > ROUNDING;
}
