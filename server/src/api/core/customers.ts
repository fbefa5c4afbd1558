import { type Static, Type } from '../../kernel/schema.ts';
import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import type { Context } from '../../modules/accounts/index.ts';
import {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  listCustomers,
} from '../../modules/customers/index.ts';
import { type CustomerProducts, productsOfCustomers } from '../../modules/licensing/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/answers/paging.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import type { System } from '../../platform/system.ts';
import { AddressAnswer, addressAnswer } from '../wire/address.ts';
import { CustomPropertiesAnswer, propertiesAnswer } from '../wire/custom-properties.ts';
import { CommunicationPreferences, preferencesOf } from '../wire/identity.ts';

const TAGS = ['Customers'];
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
    properties: Type.Optional(CustomPropertiesAnswer),
  },
  { title: 'Customer' },
);

/** Customers (core API, Customers). */
export function registerCoreCustomers(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers',
    config: { access: access.apiKey('customers:read') },
    schema: {
      operationId: 'listCustomers',
      summary: 'Customers, newest first',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(CustomerAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const rows = await listCustomers(context, page);
      const products = await productsOf(context, rows);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (customer) => customerAnswer(customer, products.get(customer.id)),
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail',
    config: { access: access.apiKey('customers:read') },
    schema: {
      operationId: 'getCustomer',
      summary: 'One customer, by id or by email address',
      tags: TAGS,
      params: Type.Object({ idOrEmail: Type.String() }),
      response: { 200: CustomerAnswer, ...problems() },
    },
    handler: async ({ context, params }) => {
      const customer = await lookUp(context, params.idOrEmail);
      if (customer === undefined) throw notFound({ detail: 'There is no such customer.' });
      const products = await productsOf(context, [customer]);
      return customerAnswer(customer, products.get(customer.id));
    },
  });
}

/** No email is a GUID, so the two never mean different customers. */
function lookUp(ctx: Context, idOrEmail: string): Promise<Customer | undefined> {
  const id = normaliseGuid(idOrEmail);
  return id === undefined ? findCustomerByEmail(ctx, idOrEmail) : findCustomer(ctx, id);
}

function productsOf(ctx: Context, customers: readonly Customer[]) {
  const ids = customers.map(({ id }) => id);
  return productsOfCustomers(ctx, ids);
}

/** The wire form of a customer in the Core API. */
export function customerAnswer(
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
    ...propertiesAnswer(customer.properties),
  };
}
