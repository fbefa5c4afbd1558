import { Type } from '../../kernel/schema.ts';
import { listCustomers } from '../../modules/customers/index.ts';
import { access } from '../../platform/http/server/access.ts';
import type { App } from '../../platform/http/server/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/answers/paging.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import type { System } from '../../platform/system.ts';
import { customerOf, CustomerPath, taggedAnswer } from './customer-answer.ts';
import { registerCustomerChanges } from './customer-changes.ts';
import { CustomerAnswer, customerPresenter } from '../wire/customer.ts';

const TAGS = ['Customers'];
/** Customers (core API, Customers). */
export function registerCoreCustomers(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerCustomerChanges(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers',
    config: { access: access.apiKey('customers:read'), exportedAs: 'customers' },
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
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: await customerPresenter(context, rows),
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
      params: CustomerPath,
      response: { 200: CustomerAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) =>
      taggedAnswer(context, await customerOf(context, params), reply),
  });
}
