import { type AddressInput, checkAddress, checkEmail, checkName } from '../customers/index.ts';

/** Parts of a profile as they came; what is absent or null is not judged. */
interface Profile {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly address?: AddressInput | null | undefined;
}

/** Every issue of a profile by field path, as `refuseIssues` takes them. */
export function profileIssues({ name, email, address }: Profile): Record<string, string[]> {
  return {
    ...(typeof name === 'string' && { name: checkName(name) }),
    ...(typeof email === 'string' && { email: checkEmail(email) }),
    ...(address && checkAddress(address)),
  };
}
