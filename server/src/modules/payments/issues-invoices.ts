import type { QueryContext } from '../accounts/index.ts';
import { termsOfPayment } from './payment-terms.ts';
import type { Payment } from './tables.ts';

/** Whether the provider of a payment issues the invoice, so that we do not. */
export async function issuesInvoices(
  ctx: QueryContext,
  payment: Pick<Payment, 'provider' | 'details' | 'terms'>,
): Promise<boolean> {
  if (payment.details?.invoiceUrl !== undefined) return true;
  return (await termsOfPayment(ctx, payment))?.invoices === 'Provider';
}
