import { checkProperties } from '../../../kernel/properties.ts';
import { type AddressInput, checkAddress } from './address.ts';
import { checkEmail } from './email.ts';
import { checkName } from './name.ts';

/**
 * Customer fields that need a check before they are stored, regardless of the source; absent and null fields are not
 * checked.
 */
interface CustomerDetails {
  readonly name?: string | null | undefined;
  readonly email?: string | undefined;
  readonly address?: AddressInput | null | undefined;
  readonly businessName?: string | null | undefined;
  readonly taxId?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly externalId?: string | undefined;
  readonly properties?: unknown;
}

/** Every issue of a customer's details by field path, for `refuseIssues`. */
export function checkDetails(details: CustomerDetails): Record<string, string[]> {
  const { name, email, address, properties } = details;
  const issues: Record<string, string[]> = {
    ...(typeof name === 'string' && { name: checkName(name) }),
    ...(email !== undefined && { email: checkEmail(email) }),
    ...(address && checkAddress(address)),
  };
  for (const field of ['businessName', 'taxId', 'phone', 'externalId'] as const) {
    const text = details[field];
    if (typeof text === 'string') issues[field] = checkName(text);
  }
  if (properties !== undefined) {
    for (const [path, messages] of Object.entries(checkProperties(properties)))
      issues[path === '' ? 'properties' : `properties.${path}`] = messages;
  }
  return issues;
}
