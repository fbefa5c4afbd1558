import { publicProperties } from '../../kernel/properties.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Customer } from '../../modules/customers/index.ts';
import type { CustomerProducts } from '../../modules/licensing/index.ts';
import { AddressAnswer, addressAnswer } from './address.ts';

/** The customer's mail preferences. */
export const CommunicationPreferences = Type.Object(
  {
    newsletterOptIn: Type.Boolean(),
    productUpdatesOptIn: Type.Boolean(),
  },
  { title: 'CommunicationPreferences' },
);

const identityFields = {
  id: Type.String(),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null for some imported customers.' }),
  email: Type.String(),
  tenantId: Type.String({ description: 'The account.' }),
  userType: Type.Literal('Customer'),
  confirmedAccount: Type.Boolean({ description: 'Whether the current email was ever confirmed.' }),
  communicationPreferences: CommunicationPreferences,
  ownedProducts: Type.Array(Type.String(), { description: 'Product ids.' }),
  subscribedProducts: Type.Array(Type.String(), { description: 'Product ids.' }),
  hasSubscriptions: Type.Boolean({ description: 'Whether any product is subscribed to.' }),
  connectedAccounts: Type.Array(Type.String()),
  address: Type.Optional(AddressAnswer),
  phone: Type.Optional(Type.String()),
  businessName: Type.Optional(Type.String()),
  taxId: Type.Optional(Type.String()),
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Public custom properties as plain values; absent when there are none.',
    }),
  ),
  awaitsProof: Type.Optional(
    Type.Object(
      {
        products: Type.Array(Type.String(), { description: 'Product ids.' }),
        names: Type.Array(Type.String(), { description: 'Their names, for a sentence of your own.' }),
        message: Type.String({ description: 'A sentence for the customer.' }),
      },
      { description: 'Purchases by others for this email address, granted once it is confirmed.' },
    ),
  ),
};

const tokenFields = {
  accessToken: Type.String({ description: 'JWT; by default it lasts 15 minutes.' }),
  refreshToken: Type.String({ description: 'Can be exchanged once for a new pair of tokens.' }),
};

/** The identity result (customer API; wire contract section 2), without tokens. */
export const IdentityResult = Type.Object(identityFields, { title: 'Identity' });

/** The identity result where a session was started or continued. */
export const SignedInResult = Type.Object(
  { ...identityFields, ...tokenFields },
  { title: 'SignedInIdentity' },
);

/** The identity result after confirm-account (extended API, section A). */
export const ConfirmedAccountResult = Type.Object(
  {
    ...identityFields,
    accessToken: Type.Optional(tokenFields.accessToken),
    refreshToken: Type.Optional(tokenFields.refreshToken),
    status: Type.Union([Type.Literal('SignedIn'), Type.Literal('PasswordSetupRequired')]),
    resetPasswordToken: Type.Optional(
      Type.String({ description: 'A code for reset-password, if the customer has no password yet.' }),
    ),
  },
  { title: 'ConfirmedIdentity' },
);

/** The customer's products, and those that wait until they have proven their email. */
interface CustomerEntitlements extends CustomerProducts {
  readonly awaitsProof:
    | { readonly products: string[]; readonly names: string[]; readonly message: string }
    | undefined;
}

/** The wire form of a customer. */
export function identityResult(
  customer: Customer,
  { owned, subscribed, awaitsProof }: CustomerEntitlements,
): Static<typeof IdentityResult> {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    tenantId: customer.accountId,
    userType: 'Customer',
    confirmedAccount: customer.isEmailConfirmed,
    communicationPreferences: preferencesOf(customer),
    ownedProducts: [...owned],
    subscribedProducts: [...subscribed],
    hasSubscriptions: subscribed.length > 0,
    connectedAccounts: [],
    ...(customer.address !== null && { address: addressAnswer(customer.address) }),
    ...(customer.phone !== null && { phone: customer.phone }),
    ...(customer.businessName !== null && { businessName: customer.businessName }),
    ...(customer.taxId !== null && { taxId: customer.taxId }),
    ...publicPropertiesOf(customer),
    ...(awaitsProof !== undefined && { awaitsProof }),
  };
}

function publicPropertiesOf(customer: Customer): { properties?: Record<string, unknown> } {
  const properties = publicProperties(customer.properties);
  return properties === undefined ? {} : { properties };
}

/** The customer's mail preferences in wire form. */
export function preferencesOf(customer: Pick<Customer, 'acceptsNewsletter' | 'acceptsProductUpdates'>) {
  return {
    newsletterOptIn: customer.acceptsNewsletter,
    productUpdatesOptIn: customer.acceptsProductUpdates,
  };
}
