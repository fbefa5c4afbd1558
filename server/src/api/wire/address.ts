import { Type } from '../../kernel/schema.ts';
import type { Address } from '../../modules/customers/index.ts';

const MAX_TEXT = 200;
const optionalText = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()], { description }));

/** An address as it is sent in (customer API, Address object). Unknown properties are ignored. */
export const AddressInput = Type.Object(
  {
    countryCode: Type.String({ maxLength: MAX_TEXT, description: 'ISO 3166-1 alpha-2.' }),
    streetAddress1: Type.String({ maxLength: MAX_TEXT }),
    streetAddress2: optionalText('Second line.'),
    postCode: Type.String({ maxLength: MAX_TEXT }),
    locality: optionalText('City; needed when there is no region.'),
    region: optionalText('State; needed when there is no locality.'),
  },
  { title: 'AddressInput' },
);

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** An address as it is answered: every field there, the optional ones nullable (wire contract section 2). */
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
