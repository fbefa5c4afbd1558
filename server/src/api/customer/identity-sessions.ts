import { Type } from '../../kernel/schema.ts';
import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import { listSessions, signOut } from '../../modules/identity/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { signedIn } from '../guards/caller.ts';
import { SessionAnswer, sessionAnswer } from '../wire/customer-session.ts';
import { IDENTITY_TAGS } from './identity-answer.ts';

/** The sessions of a customer, and their ends. */
export function registerIdentitySessions(app: App, system: System): void {
  registerList(app, system);
  registerEndOne(app);
  registerEndAll(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/identity/sessions',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listSessions',
      summary: 'The sessions of the customer, newest first',
      description: 'Sessions that have ended are not listed.',
      tags: IDENTITY_TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(SessionAnswer), ...problems() },
    },
    handler: async (request) => {
      const { account, query } = request;
      const { customer, sessionId } = signedIn(request);
      const page = readPage(system, request, query);
      const window = { ...page, now: system.clock.now() };
      const rows = await listSessions(system.database.reader, account.id, customer.id, window);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (session) => sessionAnswer(session, sessionId),
      });
    },
  });
}

function registerEndOne(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customer/identity/sessions/:sessionId',
    config: { access: access.customer() },
    schema: {
      operationId: 'endSession',
      summary: 'End one session',
      description: 'Its refresh token no longer works. Another customer’s session is 404.',
      tags: IDENTITY_TAGS,
      params: Type.Object({ sessionId: Type.String() }),
      response: { 204: emptyAnswer('The session has ended.'), ...problems() },
    },
    handler: async (request, reply) => {
      const sessionId = normaliseGuid(request.params.sessionId);
      if (sessionId === undefined) throw notFound();
      await signOut(request.context, signedIn(request).customer.id, sessionId);
      return reply.code(204).send(undefined);
    },
  });
}

function registerEndAll(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customer/identity/sessions',
    config: { access: access.customer() },
    schema: {
      operationId: 'endSessions',
      summary: 'Sign out everywhere, including here',
      description:
        'The customer’s refresh tokens no longer work. Access tokens of the sessions are refused as well.',
      tags: IDENTITY_TAGS,
      response: { 204: emptyAnswer('All sessions have ended.'), ...problems() },
    },
    handler: async (request, reply) => {
      await signOut(request.context, signedIn(request).customer.id);
      return reply.code(204).send(undefined);
    },
  });
}
