import { defineProblem } from '../../kernel/problem.ts';

/** The order has an invoice for another buyer than the request names. */
export const invoiceIssued = defineProblem({
  status: 409,
  errorType: 'InvoiceIssued',
  title: 'The order already has an invoice',
  detail:
    'An invoice for this order has already been issued and cannot be changed. If it is wrong, contact the seller.',
});

/** The law requires the seller's address on an invoice, and the settings have none. */
export const sellerAddressMissing = defineProblem({
  status: 409,
  errorType: 'SellerAddressMissing',
  title: 'The seller cannot issue invoices yet',
  detail: 'The seller has not entered the address that an invoice must have. Please contact the seller.',
});

/** An invoice states the whole sale, and the credit notes of its refunds name an earlier document. */
export const saleRefunded = defineProblem({
  status: 409,
  errorType: 'SaleRefunded',
  title: 'The order was refunded',
  detail:
    'Money of this order was returned, or is about to be, so no invoice for the whole sale can be issued any more.',
});
