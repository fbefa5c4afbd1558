import { Type } from '../../kernel/schema.ts';
import { type Address, addressFields } from '../../modules/customers/index.ts';

/** An address in a request (customer API, Address object). Unknown properties are ignored. */
export const AddressInput = Type.Object(addressFields, { title: 'AddressInput' });

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** An address in a response: all fields present, the optional ones nullable (wire contract section 2). */
export const AddressAnswer = Type.Object(
  {
    countryCode: Type.String(),
    streetAddress1: Type.String(),
    streetAddress2: nullableText,
    postCode: Type.String(),
    locality: nullableText,
    region: nullableText,
  },
  { title: 'Address' },
);

/** The wire form of a stored address. */
export function addressAnswer(address: Address) {
  const { countryCode, streetAddress1, streetAddress2, postCode, locality, region } = address;
  return { countryCode, streetAddress1, streetAddress2, postCode, locality, region };
}
