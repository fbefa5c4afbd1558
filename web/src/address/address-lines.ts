import type { StoredAddress } from './address-values.ts';

/** An address as on a letter, without its country. */
export function addressLines(address: StoredAddress): readonly string[] {
  const { streetAddress1, streetAddress2, postCode, locality, region } = address;
  const place = [postCode, locality, region].filter(Boolean).join(' ');
  return [streetAddress1, streetAddress2, place].flatMap((line) => line || []);
}
