import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
import { type CustomerProducts, productsOfCustomers } from '../../modules/licensing/index.ts';
import { AddressAnswer, addressAnswer } from './address.ts';
import { CustomPropertiesAnswer, propertiesAnswer } from './custom-properties.ts';
import { CommunicationPreferences, preferencesOf } from './identity.ts';
import { Moment } from './moment.ts';

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const CustomerAnswer = Type.Object(
  {
    id: Type.String(),
    name: nullable('Full name; null for some imported customers.'),
    businessName: nullable('For business customers.'),
    taxId: nullable('For business customers.'),
    email: Type.String(),
    emailConfirmed: Type.Boolean({ description: 'Whether the current address was ever confirmed.' }),
    hasPassword: Type.Boolean(),
    isDeleted: Type.Boolean(),
    ownedProducts: Type.Array(Type.String(), { description: 'Product ids.' }),
    subscribedProducts: Type.Array(Type.String(), { description: 'Product ids.' }),
    address: Type.Union([AddressAnswer, Type.Null()]),
    communicationPreferences: CommunicationPreferences,
    phone: Type.Optional(Type.String()),
    externalId: Type.Optional(Type.String({ description: 'Your own id, from an import.' })),
    createdAt: Moment,
    properties: Type.Optional(CustomPropertiesAnswer),
    // The last one: columns of exports keep their places.
    mergedInto: Type.Optional(
      Type.String({ description: 'The id of the customer who has what was theirs: both are one person.' }),
    ),
  },
  { title: 'Customer' },
);

/** Reads the customers' products together, and returns a function that builds the response for each. */
export async function customerPresenter(
  ctx: QueryContext,
  customers: readonly Customer[],
): Promise<(customer: Customer) => Static<typeof CustomerAnswer>> {
  const ids = customers.map(({ id }) => id);
  const products = await productsOfCustomers(ctx, ids);
  return (customer) => customerAnswer(customer, products.get(customer.id));
}

/** The wire form of a customer in the Core API. */
function customerAnswer(
  customer: Customer,
  products: CustomerProducts = { owned: [], subscribed: [] },
): Static<typeof CustomerAnswer> {
  return {
    id: customer.id,
    name: customer.name,
    businessName: customer.businessName,
    taxId: customer.taxId,
    email: customer.email,
    emailConfirmed: customer.isEmailConfirmed,
    hasPassword: customer.passwordHash !== null,
    isDeleted: customer.isDeleted,
    ownedProducts: [...products.owned],
    subscribedProducts: [...products.subscribed],
    address: customer.address === null ? null : addressAnswer(customer.address),
    communicationPreferences: preferencesOf(customer),
    ...(customer.phone !== null && { phone: customer.phone }),
    ...(customer.externalId !== null && { externalId: customer.externalId }),
    createdAt: customer.createdAt.toISOString(),
    ...propertiesAnswer(customer.properties),
    ...(customer.mergedInto !== null && { mergedInto: customer.mergedInto }),
  };
}
