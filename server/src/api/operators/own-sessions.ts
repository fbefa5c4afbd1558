import { normaliseGuid } from '../../kernel/ids.ts';
import { notFound } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { agentName } from '../../modules/identity/index.ts';
import {
  listOperatorSessions,
  type OperatorSession,
  signOutOperator,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { signedInOperator } from '../guards/caller.ts';
import { OPERATOR_TAGS } from './operator-answer.ts';

const URL = '/api/operator/sessions';

const OwnSession = Type.Object(
  {
    id: Type.String(),
    createdAt: Type.String({ format: 'date-time', description: 'When the operator signed in.' }),
    lastUsedAt: Type.String({ format: 'date-time', description: 'Accurate to the minute.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends if nobody uses it.' }),
    browser: Type.Optional(Type.String({ description: 'From the user agent.' })),
    system: Type.Optional(Type.String({ description: 'From the user agent.' })),
    isCurrent: Type.Boolean({ description: 'Whether it is the one of this request.' }),
  },
  { title: 'OwnOperatorSession' },
);

/** The sessions of the operator who is signed in, and their ends. */
export function registerOwnSessions(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.operator() },
    schema: {
      operationId: 'listOperatorSessions',
      summary: 'The sessions of the operator who is signed in, newest first',
      tags: OPERATOR_TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(OwnSession), ...problems() },
    },
    handler: async (request) => {
      const { operator, session } = signedInOperator(request);
      const page = readPage(system, request, request.query);
      const rows = await listOperatorSessions(request.context, operator.id, page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (row) => ownSession(row, session.id),
      });
    },
  });
  registerEnds(app);
}

function registerEnds(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:sessionId`,
    config: { access: access.operator() },
    schema: {
      operationId: 'endOperatorSession',
      summary: 'End a session of the operator who is signed in',
      description: 'Another operator’s session is 404.',
      tags: OPERATOR_TAGS,
      params: Type.Object({ sessionId: Type.String() }),
      response: { 204: emptyAnswer('The session has ended.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { operator } = signedInOperator(request);
      const only = normaliseGuid(request.params.sessionId);
      if (only === undefined) throw notFound();
      await signOutOperator(request.context, { operatorId: operator.id, only });
      return reply.code(204).send(undefined);
    },
  });
  app.route({
    method: 'DELETE',
    url: URL,
    config: { access: access.operator() },
    schema: {
      operationId: 'endOtherOperatorSessions',
      summary: 'End all other sessions of the operator who is signed in',
      tags: OPERATOR_TAGS,
      response: { 204: emptyAnswer('The other sessions have ended.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { operator, session } = signedInOperator(request);
      await signOutOperator(request.context, { operatorId: operator.id, except: session.id });
      return reply.code(204).send(undefined);
    },
  });
}

function ownSession(session: OperatorSession, currentId: string) {
  const { browser, system } = agentName(session.userAgent ?? undefined);
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    ...(browser !== undefined && { browser }),
    ...(system !== undefined && { system }),
    isCurrent: session.id === currentId,
  };
}
