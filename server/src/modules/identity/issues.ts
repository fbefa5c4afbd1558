import { type AddressInput, checkAddress, checkEmail, checkName } from '../customers/index.ts';

/** Parts of a profile as sent; absent and null fields are not checked. */
interface Profile {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly address?: AddressInput | null | undefined;
}

/** Every issue of a profile by field path, for `refuseIssues`. */
export function profileIssues({ name, email, address }: Profile): Record<string, string[]> {
  return {
    ...(typeof name === 'string' && { name: checkName(name) }),
    ...(typeof email === 'string' && { email: checkEmail(email) }),
    ...(address && checkAddress(address)),
  };
}
