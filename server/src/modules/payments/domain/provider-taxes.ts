import { allocate } from '../../../kernel/money.ts';
import type { PaymentDetails, ProviderTax } from './payment-state.ts';

/**
 * The taxes that the provider calculated for the lines of an order, whose amounts due, in minor units, are those of the
 * items of the payment; `undefined` when it calculated none. What it does not report for each line is distributed over
 * them, and in the country that the buyer entered there.
 */
export function providerTaxes(
  { taxMinor, taxes = [], billingCountry }: PaymentDetails,
  dueMinor: readonly number[],
): readonly ProviderTax[] | undefined {
  if (taxMinor === undefined || dueMinor.every((due) => due === 0)) return undefined;
  if (taxes.length === dueMinor.length) return taxes.map((tax) => ({ country: billingCountry, ...tax }));
  const [single] = taxes.length === 1 ? taxes : [];
  const rest = { reason: 'Provider' as const, country: billingCountry, ...single };
  return allocate(taxMinor, dueMinor).map((share) => ({ ...rest, taxMinor: share }));
}
