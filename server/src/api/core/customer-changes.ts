import { normaliseGuid } from '../../kernel/ids.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { staleRevision } from '../../kernel/revision.ts';
import {
  CommunicationPreferencesInput,
  CustomerAddressInput,
  customerExists,
  customerImportFields,
  emailInUse,
  emailKey,
  importCustomer,
  opensProvenAddress,
  prepareCustomerImport,
  replaceCustomerProperties,
} from '../../modules/customers/index.ts';
import { editCustomer } from '../../modules/identity/index.ts';
import { redirectLicenses } from '../../modules/licensing/index.ts';
import { eraseCustomer } from '../../modules/privacy/index.ts';
import { chargeAfterCorrection } from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { IMPORT_BODY_LIMIT } from './bulk-import.ts';
import { customerOf, CustomerPath, singleAnswer, taggedAnswer } from './customer-answer.ts';
import { releasePurchases } from '../customer/release-purchases.ts';
import { requireScope } from '../guards/caller.ts';
import { command } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders } from '../guards/revision.ts';
import { differInTaxes } from '../wire/billing.ts';
import { CustomPropertiesInput } from '../wire/custom-properties.ts';
import { CustomerAnswer } from '../wire/customer.ts';
import { momentOf } from '../wire/moment.ts';

const TAGS = ['Customers'];
const MAX_TEXT = 200;

/** Import, changes and deletion of customers (core API, Customers; wire contract section 6). */
export function registerCustomerChanges(app: App): void {
  registerImport(app);
  registerEdit(app);
  registerErase(app);
  registerProperties(app);
}

const ImportInput = Type.Object(
  {
    name: Type.String({ maxLength: MAX_TEXT, description: 'Full name.' }),
    ...customerImportFields,
    properties: Type.Optional(CustomPropertiesInput),
  },
  { title: 'CustomerImport', additionalProperties: false },
);

function registerImport(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customers/import',
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { access: access.vendor('customers:write', 'customers:email') },
    schema: {
      operationId: 'importCustomer',
      summary: 'Import a customer from another system',
      description:
        'The customer can sign in immediately, and nobody gets a mail. If the email address or the external id is in use, ' +
        'the `instance` of the 409 is the id of the customer who has it. `emailConfirmed: true` with a password needs the ' +
        'scope `customers:email`.',
      tags: TAGS,
      body: ImportInput,
      response: { 200: CustomerAnswer, ...problems(customerExists, emailInUse) },
    },
    handler: async (request) => {
      const { context, body } = request;
      if (opensProvenAddress(body)) requireScope(request.caller, 'customers:email');
      const customer = await prepareCustomerImport(context, { ...body, createdAt: momentOf(body.createdAt) });
      return command(
        request,
        async (tx) => {
          const imported = await importCustomer(tx, customer);
          if (imported.isEmailConfirmed) await releasePurchases(tx, imported);
          return singleAnswer(tx, imported);
        },
        (answer) => answer,
      );
    },
  });
}

const removable = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_TEXT }), Type.Null()], {
      description: `${description} Null removes it.`,
    }),
  );

const EditInput = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: MAX_TEXT, description: 'Full name.' })),
    email: Type.Optional(
      Type.String({
        maxLength: 320,
        description:
          'Another one needs the scope `customers:email`. It takes effect immediately. The previous address is told, and can ' +
          'undo it for seven days if the customer had proven it. Links that were mailed before stop ' +
          'working, and all sessions end. ' +
          'Purchases of a guest without a password wait until this address is proven.',
      }),
    ),
    businessName: removable('For business customers.'),
    taxId: removable('For business customers.'),
    phone: removable('Shown to the customer and on bills.'),
    address: Type.Optional(
      Type.Union([CustomerAddressInput, Type.Null()], {
        description: 'Replaces the address; null removes it.',
      }),
    ),
    communicationPreferences: Type.Optional(CommunicationPreferencesInput),
  },
  { title: 'CustomerChanges', additionalProperties: false },
);

function registerEdit(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/api/customers/:idOrEmail',
    config: { access: access.vendor('customers:write', 'customers:email') },
    schema: {
      operationId: 'updateCustomer',
      summary: 'Change a customer; fields that are not sent stay unchanged',
      tags: TAGS,
      params: CustomerPath,
      body: EditInput,
      headers: RevisionHeaders,
      response: { 200: CustomerAnswer, ...problems(emailInUse, staleRevision) },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const before = await customerOf(context, params);
      const { id, emailKey: key } = before;
      if (body.email !== undefined && emailKey(body.email) !== key)
        requireScope(request.caller, 'customers:email');
      const input = {
        id,
        edit: body,
        expectedRevision: expectedRevision(request),
      };
      const purchases = { release: releasePurchases, redirect: redirectLicenses };
      const customer = await editCustomer(context, input, purchases);
      if (differInTaxes(before, customer)) await chargeAfterCorrection(context, id);
      return taggedAnswer(context, customer, reply);
    },
  });
}

/** The path is that of the other operations; only deletion by id is repeatable. */
const ErasedPath = Type.Object({
  idOrEmail: Type.String({ description: 'The id of the customer. An email address is refused.' }),
});

function registerErase(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customers/:idOrEmail',
    config: { access: access.vendor('customers:write'), isSensitive: true },
    schema: {
      operationId: 'deleteCustomer',
      summary: 'Delete a customer and their personal data',
      description:
        'Sessions end, licenses are revoked and their devices released, and personal data is removed; completed orders ' +
        'keep their documents. Of one who was merged into another, the email is removed, and what was theirs stays with the ' +
        'other. The email address is free again. The response is what remains of the customer; repeating the ' +
        'request changes nothing. Only an id is accepted, because an address may soon be somebody else’s.',
      tags: TAGS,
      params: ErasedPath,
      response: { 200: CustomerAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const id = normaliseGuid(params.idOrEmail);
      if (id === undefined) {
        const issue =
          'must be the id of the customer, not the email address: a repeated request could delete somebody else';
        throw invalidInput({ errors: { idOrEmail: [issue] } });
      }
      return taggedAnswer(context, await eraseCustomer(context, id), reply);
    },
  });
}

function registerProperties(app: App): void {
  app.route({
    method: 'PUT',
    url: '/api/customers/:idOrEmail/custom-properties',
    config: { access: access.vendor('customers:write') },
    schema: {
      operationId: 'replaceCustomerProperties',
      summary: 'Replace the custom properties of a customer',
      description: 'License tokens have those with `includeInToken` from their next renewal on.',
      tags: TAGS,
      params: CustomerPath,
      body: CustomPropertiesInput,
      headers: RevisionHeaders,
      response: { 200: CustomerAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { context, params, body } = request;
      const input = {
        id: (await customerOf(context, params)).id,
        properties: body,
        expectedRevision: expectedRevision(request),
      };
      return taggedAnswer(context, await replaceCustomerProperties(context, input), reply);
    },
  });
}
