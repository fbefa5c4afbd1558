import { Type } from '../../kernel/schema.ts';
import {
  customerExists,
  customerImportFields,
  emailInUse,
  importCustomer,
  prepareCustomerImport,
} from '../../modules/customers/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import { IMPORT_BODY_LIMIT } from '../../platform/http/server/server.ts';
import { command } from '../guards/idempotency.ts';
import { CustomPropertiesBody } from '../wire/custom-properties.ts';
import { CustomerAnswer, customerAnswer } from '../wire/customer.ts';
import { momentOf } from '../wire/moment.ts';

const TAGS = ['Customers'];
const MAX_TEXT = 200;

/** Import, changes and deletion of customers (core API, Customers; wire contract section 6). */
export function registerCustomerChanges(app: App): void {
  registerImport(app);
}

const ImportBody = Type.Object(
  {
    name: Type.String({ maxLength: MAX_TEXT, description: 'Full name.' }),
    ...customerImportFields,
    properties: Type.Optional(CustomPropertiesBody),
  },
  { title: 'CustomerImport', additionalProperties: false },
);

function registerImport(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customers/import',
    bodyLimit: IMPORT_BODY_LIMIT,
    config: { access: access.apiKey('customers:write') },
    schema: {
      operationId: 'importCustomer',
      summary: 'Import a customer from another system',
      description:
        'The customer can sign in at once, and nobody gets a mail. If the email address or the external id is in use, ' +
        'the `instance` of the 409 is the id of the customer who has it.',
      tags: TAGS,
      body: ImportBody,
      response: { 200: CustomerAnswer, ...problems(customerExists, emailInUse) },
    },
    handler: async (request) => {
      const { context, body } = request;
      const customer = await prepareCustomerImport(context, { ...body, createdAt: momentOf(body.createdAt) });
      return command(
        request,
        (tx) => importCustomer(tx, customer),
        (imported) => customerAnswer(imported),
      );
    },
  });
}
