import type { Context } from '../accounts/index.ts';
import type { TaxRules } from '../pricing/index.ts';
import { dayOf, decideTaxes, type TaxBuyer } from './domain/decide-taxes.ts';
import { loadTaxBasis } from './load-tax-basis.ts';

/**
 * The taxes of a buyer at a moment, for explaining a price; `undefined` if Latchkey does not calculate the account's
 * taxes.
 */
export async function taxesAt(ctx: Context, buyer: TaxBuyer, moment: Date): Promise<TaxRules | undefined> {
  const basis = await loadTaxBasis(ctx);
  return basis && decideTaxes({ ...basis, day: dayOf(moment) }, buyer);
}
