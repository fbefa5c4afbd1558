import { Type } from '../../kernel/schema.ts';
import { listActivations } from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { requireScope } from '../guards/caller.ts';
import { activationAnswer, LicenseActivationAnswer } from './activations.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const CustomerDevice = Type.Object(
  { ...LicenseActivationAnswer.properties, productId: Type.String({ description: 'That of the license.' }) },
  { title: 'CustomerDevice' },
);

const DevicesQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(
    Type.Enum(['Active', 'Revoked'], {
      description: 'Only devices that hold a seat, or only those that held one.',
    }),
  ),
});

/** The devices of all licenses of a customer (the vendor's dashboard, customers). */
export function registerCustomerDevices(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/devices',
    config: { access: access.vendor('customers:read', 'licenses:read') },
    schema: {
      operationId: 'listCustomerDevices',
      summary: 'The devices that hold or held a seat of a customer’s licenses, newest first',
      description:
        'Of all licenses. `POST /api/licenses/{id}/activations/{activationId}/revoke` releases one of them.',
      tags: ['Customers'],
      params: CustomerPath,
      querystring: DevicesQuery,
      response: { 200: pageOf(CustomerDevice), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query, caller } = request;
      requireScope(caller, 'licenses:read');
      const page = readPage(system, request, query);
      const { id: customerId } = await customerOf(context, params);
      const isActive = query.status === undefined ? undefined : query.status === 'Active';
      const rows = await listActivations(context, { ...page, customerId, isActive });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (row) => ({ ...activationAnswer(row), productId: row.productId }),
      });
    },
  });
}
