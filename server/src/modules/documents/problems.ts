import { defineProblem } from '../../kernel/problem.ts';

/** The order has an invoice for another buyer than the request names. */
export const invoiceIssued = defineProblem({
  status: 409,
  errorType: 'InvoiceIssued',
  title: 'The order has an invoice already',
  detail:
    'An invoice for this order was issued already, and cannot be changed. Ask the seller if it is wrong.',
});
