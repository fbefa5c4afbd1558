import { Moment, momentOf } from '../../kernel/moment.ts';
import type { CustomProperties } from '../../kernel/properties.ts';
import { type Static, type TObject, Type } from '../../kernel/schema.ts';
import type { CustomerImportInput } from './import-customer.ts';

const MAX_TEXT = 200;
const optionalText = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()], { description }));

/** An address as sent. */
export const addressFields = {
  countryCode: Type.String({ maxLength: MAX_TEXT, description: 'ISO 3166-1 alpha-2.' }),
  streetAddress1: Type.String({ maxLength: MAX_TEXT }),
  streetAddress2: optionalText('Second line.'),
  postCode: Type.String({ maxLength: MAX_TEXT }),
  locality: optionalText('City; needed when there is no region.'),
  region: optionalText('State; needed when there is no locality.'),
};

/** An address as the vendor sends it: a misspelt field is refused. */
export const CustomerAddressInput = Type.Object(addressFields, {
  title: 'CustomerAddressInput',
  additionalProperties: false,
});

/** A customer's mail preferences, in the form of the request. */
export const CommunicationPreferencesInput = Type.Object(
  { newsletterOptIn: Type.Optional(Type.Boolean()), productUpdatesOptIn: Type.Optional(Type.Boolean()) },
  { title: 'CommunicationPreferencesInput', additionalProperties: false },
);

const text = (description: string) => Type.Optional(Type.String({ maxLength: MAX_TEXT, description }));

/** The fields of a customer to import, in addition to the name, the password and custom properties. */
export const customerImportFields = {
  email: Type.String({ maxLength: 320, description: 'The customer signs in with it.' }),
  emailConfirmed: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True if the customer has proven the address to the other system; counts as a proof.',
    }),
  ),
  businessName: text('For business customers.'),
  taxId: text('For business customers.'),
  phone: text('Shown to the customer and on bills.'),
  address: Type.Optional(CustomerAddressInput),
  communicationPreferences: Type.Optional(CommunicationPreferencesInput),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_TEXT,
      description: 'Your own id; unique, so that an import can be repeated.',
    }),
  ),
  createdAt: Type.Optional(Moment),
  password: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description:
        '8 to 128 characters: lower case, upper case, digits and a symbol. Without it the customer chooses one ' +
        'with “Forgot your password?”.',
    }),
  ),
};

/** A customer to import, as sent. */
type CustomerImportLine = Static<TObject<typeof customerImportFields>> & {
  readonly id?: string;
  readonly name?: string;
  readonly passwordHash?: string;
  readonly properties?: CustomProperties;
};

/** The customer of a request body, with its moment parsed. */
export function customerImportOf(body: CustomerImportLine): CustomerImportInput {
  return { ...body, name: body.name ?? null, createdAt: momentOf(body.createdAt) };
}
