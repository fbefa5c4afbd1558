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
