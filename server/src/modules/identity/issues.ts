import { type AddressInput, checkAddress, checkEmail, checkLine, checkName } from '../customers/index.ts';

/** Parts of a profile as sent; absent and null fields are not checked. */
interface Profile {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly businessName?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: AddressInput | null | undefined;
}

/** Every issue of a profile by field path, for `refuseIssues`. */
export function profileIssues(profile: Profile): Record<string, string[]> {
  const { name, email, businessName, taxId, phone, address } = profile;
  return {
    ...(typeof name === 'string' && { name: checkName(name) }),
    ...(typeof email === 'string' && { email: checkEmail(email) }),
    ...(typeof businessName === 'string' && { businessName: checkLine(businessName) }),
    ...(typeof taxId === 'string' && { taxId: checkLine(taxId) }),
    ...(typeof phone === 'string' && { phone: checkLine(phone) }),
    ...(address && checkAddress(address)),
  };
}
