import type { AccountContext } from '../accounts/index.ts';
import { type StatedBuyer, sellersTaxId } from './assess-buyer.ts';
import { taxCountryOf } from './domain/regions.ts';
import { EU_COUNTRIES } from './domain/standard-rates.ts';
import { readTaxId } from './tax-ids/read-tax-id.ts';
import type { TaxIdRegister } from './tax-ids/check-vies.ts';

/**
 * Whether a provider that calculates the taxes may learn a buyer's tax id: it charges no tax to whoever states one of the
 * right form. In the European Union, only a business with a name whose id is in the register proves that; the seller's
 * own country charges tax to businesses, too. Elsewhere the provider decides. With the register the call may take
 * seconds, must not be in a transaction, and raises what the register raises.
 */
export async function provesBusiness(
  ctx: AccountContext,
  { country: stated, taxId, businessName }: StatedBuyer,
  register: TaxIdRegister,
): Promise<boolean> {
  const country = stated ?? countryOfPrefix(taxId ?? '');
  if (!taxId?.trim() || country === undefined) return false;
  const reading = await readTaxId(taxId, country);
  if (reading.kind !== 'Valid') return reading.kind === 'UnknownForm';
  const { settings } = ctx.account;
  const home = settings.seller.country && taxCountryOf(settings.seller.country.toUpperCase());
  if (!EU_COUNTRIES.has(reading.taxId.country)) return true;
  if (!businessName?.trim()) return false;
  if (reading.taxId.country === home) return true;
  if (!settings.tax.vies) return false;
  return (await register(reading.taxId, await sellersTaxId(ctx))).kind === 'Valid';
}

/** The member state whose letters a tax id begins with. */
function countryOfPrefix(taxId: string): string | undefined {
  const letters = taxId.trim().slice(0, 2).toUpperCase().replace('EL', 'GR');
  return EU_COUNTRIES.has(letters) ? letters : undefined;
}
