import type { Readable } from 'node:stream';
import { notFound } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { recordExport } from '../../modules/customers/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { CustomerExportBody, sendCustomerExport } from '../customer/identity-export.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

/** What the vendor hands to a customer who asks what is stored about them. */
export function registerCustomerExport(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/export',
    // It would read everything and send nothing of it.
    exposeHeadRoute: false,
    config: {
      access: access.vendor('customers:export'),
      limit: 'documentsPerMinute',
      isCountedAlone: true,
      isSensitive: true,
    },
    schema: {
      operationId: 'exportCustomer',
      summary: 'Everything that is stored about a customer, as a JSON file',
      description:
        'It is the file that customers can download themselves, for those who ask for it. The audit log says who got it. A ' +
        'deleted customer is 404: what remains of them is no personal data.',
      tags: ['Customers'],
      params: CustomerPath,
      response: { 200: Type.Unsafe<Readable>(CustomerExportBody), ...problems() },
    },
    handler: async (request, reply) => {
      const customer = await customerOf(request.context, request.params);
      if (customer.isDeleted) throw notFound({ detail: 'This customer was deleted.' });
      await recordExport(request.context, customer.id);
      return sendCustomerExport(request, reply, { customer });
    },
  });
}
