import type { AccountContext } from '../accounts/index.ts';
import {
  askRegister,
  NO_BUSINESS_NAME,
  NO_REVERSE_CHARGE,
  type StatedBuyer,
  type TaxNotice,
} from './assess-buyer.ts';
import { taxCountryOf } from './domain/regions.ts';
import { EU_COUNTRIES } from './domain/standard-rates.ts';
import { readTaxId } from './tax-ids/read-tax-id.ts';
import type { TaxIdRegister } from './tax-ids/check-vies.ts';

/** Whether a buyer is a business, and why one in another member state that could owe the tax itself is charged it. */
interface BusinessProof {
  readonly isProven: boolean;
  readonly notice?: TaxNotice;
}

/**
 * Whether a provider that calculates the taxes may learn a buyer's tax id: it charges no tax to whoever states one of the
 * right form. In the European Union, only a business with a name whose id is in the register proves that; the seller's
 * own country charges tax to businesses, too. Elsewhere the provider decides. With the register the call may take
 * seconds, must not be in a transaction, and raises what the register raises.
 */
export async function proveBusiness(
  ctx: AccountContext,
  { country: stated, postCode, taxId, businessName }: StatedBuyer,
  register: TaxIdRegister,
): Promise<BusinessProof> {
  const country = stated ?? countryOfPrefix(taxId ?? '');
  if (!taxId?.trim() || country === undefined) return { isProven: false };
  const reading = await readTaxId(taxId, country, { postCode });
  if (reading.kind !== 'Valid') return { isProven: reading.kind === 'UnknownForm' };
  const { settings } = ctx.account;
  const home = settings.seller.country && taxCountryOf(settings.seller.country.toUpperCase());
  if (!EU_COUNTRIES.has(reading.taxId.country)) return { isProven: true };
  const isAtHome = reading.taxId.country === home;
  const isName = Boolean(businessName?.trim());
  if (isAtHome) return { isProven: isName };
  if (!isName) return { isProven: false, notice: NO_BUSINESS_NAME };
  if (!settings.tax.vies) return { isProven: false, notice: NO_REVERSE_CHARGE };
  const { check, notice } = await askRegister(ctx, reading.taxId, register);
  return { isProven: check.result === 'Valid', ...(notice && { notice }) };
}

/** The member state whose letters a tax id begins with. */
function countryOfPrefix(taxId: string): string | undefined {
  const letters = taxId.trim().slice(0, 2).toUpperCase().replace('EL', 'GR');
  return EU_COUNTRIES.has(letters) ? letters : undefined;
}
