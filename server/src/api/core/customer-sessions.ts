import { Type } from '../../kernel/schema.ts';
import { listSessions, signOutForVendor } from '../../modules/identity/index.ts';
import { transaction } from '../../platform/context/context.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { SessionAnswer, sessionAnswer } from '../wire/customer-session.ts';
import { guidOf } from '../wire/ids.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const TAGS = ['Customers'];

const SessionPath = Type.Object({
  ...CustomerPath.properties,
  sessionId: Type.String({ description: 'The session.' }),
});

/** Where a customer is signed in, and how the vendor ends it (the vendor's dashboard, customers). */
export function registerCustomerSessions(app: App, system: System): void {
  registerList(app, system);
  registerEnd(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/sessions',
    config: { access: access.vendor('customers:read') },
    schema: {
      operationId: 'listCustomerSessions',
      summary: 'The sessions of a customer, newest first',
      description: 'Sessions that have ended are not listed. `isCurrent` is always false.',
      tags: TAGS,
      params: CustomerPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(SessionAnswer), ...problems() },
    },
    handler: async (request) => {
      const { account, context, params, query } = request;
      const page = readPage(system, request, query);
      const { id } = await customerOf(context, params);
      const window = { ...page, now: system.clock.now() };
      const rows = await listSessions(system.database.reader, account.id, id, window);
      return toPage(system, request, page, rows, {
        cursor: (session) => ({ at: session.createdAt, id: session.id }),
        item: (session) => sessionAnswer(session),
      });
    },
  });
}

function registerEnd(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customers/:idOrEmail/sessions/:sessionId',
    config: { access: access.vendor('customers:write') },
    schema: {
      operationId: 'endCustomerSession',
      summary: 'Sign a customer out of one session',
      description: 'Its tokens no longer work. The audit log says who did it.',
      tags: TAGS,
      params: SessionPath,
      response: { 204: emptyAnswer('The session has ended.'), ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const { id } = await customerOf(context, params);
      const sessionId = guidOf(params.sessionId);
      await transaction(context, (tx) => signOutForVendor(tx, id, sessionId));
      return reply.code(204).send(undefined);
    },
  });
  app.route({
    method: 'DELETE',
    url: '/api/customers/:idOrEmail/sessions',
    config: { access: access.vendor('customers:write') },
    schema: {
      operationId: 'endCustomerSessions',
      summary: 'Sign a customer out everywhere',
      description:
        'As after a theft. Their password stays; checkout links that were mailed to them end, too. The audit log says who did it.',
      tags: TAGS,
      params: CustomerPath,
      response: { 204: emptyAnswer('All sessions have ended.'), ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const { id } = await customerOf(context, params);
      await transaction(context, (tx) => signOutForVendor(tx, id));
      return reply.code(204).send(undefined);
    },
  });
}
