import { staleRevision } from '../../kernel/revision.ts';
import { Type } from '../../kernel/schema.ts';
import {
  changeOperator,
  findOperator,
  inviteOperator,
  lastOwner,
  listOperators,
  operatorExists,
  type OperatorWithLink,
  removeOperator,
  resetOperator,
} from '../../modules/operators/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { scopesOfCaller } from '../guards/caller.ts';
import { command, revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { strict } from '../wire/catalog.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { OPERATOR_TAGS, OperatorAnswer, operatorAnswer, OperatorName, RoleName } from './operator-answer.ts';
import type { FastifyRequest } from 'fastify';

const URL = '/api/operators';
const OperatorPath = Type.Object({ operatorId: Type.String({ description: 'The operator.' }) });
const ROLE_RULE =
  'Nobody gives a role that may do more than they may, or changes an operator who has one: that is 403 `Forbidden`.';

const WithLink = Type.Object(
  {
    operator: OperatorAnswer,
    link: Type.Object(
      {
        url: Type.String({
          description:
            'Opens the page where the operator chooses a password. It is shown only now and works once.',
        }),
        expiresAt: Moment,
      },
      { title: 'NewOperatorLink' },
    ),
  },
  { title: 'OperatorWithLink' },
);

/** The people who use the dashboard, and their roles. */
export function registerOperators(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerInvite(app);
  registerChange(app);
  registerReset(app);
  registerRemove(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('operators:read') },
    schema: {
      operationId: 'listOperators',
      summary: 'The operators of the account, newest first',
      tags: OPERATOR_TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(OperatorAnswer), ...problems() },
    },
    handler: async (request) => {
      const page = readPage(system, request, request.query);
      return toPage(system, request, page, await listOperators(request.context, page), {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: operatorAnswer,
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:operatorId`,
    config: { access: access.vendor('operators:read') },
    schema: {
      operationId: 'getOperator',
      summary: 'One operator',
      tags: OPERATOR_TAGS,
      params: OperatorPath,
      response: { 200: OperatorAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const operator = await findOperator(context, guidOf(params.operatorId));
      tagRevision(reply, operator);
      return operatorAnswer(operator);
    },
  });
}

function registerInvite(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.vendor('operators:write'), isSensitive: true },
    schema: {
      operationId: 'inviteOperator',
      summary: 'Add an operator, who chooses a password with a link',
      description: `The link is mailed to them, and works for a week. ${ROLE_RULE}`,
      tags: OPERATOR_TAGS,
      body: Type.Object(
        {
          email: Type.String({ maxLength: 1_000 }),
          name: OperatorName,
          role: RoleName,
        },
        { ...strict, title: 'NewOperator' },
      ),
      response: { 200: WithLink, ...problems(operatorExists) },
    },
    handler: (request) =>
      command(request, (tx) => inviteOperator(tx, request.body, managerOf(request)), withLink),
  });
}

function registerChange(app: App): void {
  app.route({
    method: 'PATCH',
    url: `${URL}/:operatorId`,
    config: { access: access.vendor('operators:write'), isSensitive: true },
    schema: {
      operationId: 'changeOperator',
      summary: 'Change the name or the role of an operator',
      description: `It takes effect in all sessions at once. ${ROLE_RULE}`,
      tags: OPERATOR_TAGS,
      params: OperatorPath,
      headers: RevisionHeaders,
      body: Type.Object(
        { name: Type.Optional(OperatorName), role: Type.Optional(RoleName) },
        { ...strict, title: 'OperatorChanges' },
      ),
      response: { 200: OperatorAnswer, ...problems(staleRevision, lastOwner) },
    },
    handler: (request, reply) => {
      const id = guidOf(request.params.operatorId);
      const options = { manager: managerOf(request), expectedRevision: expectedRevision(request) };
      return revisedCommand(
        request,
        reply,
        (tx) => changeOperator(tx, id, request.body, options),
        operatorAnswer,
      );
    },
  });
}

function registerReset(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:operatorId/reset`,
    config: { access: access.vendor('operators:write'), isSensitive: true },
    schema: {
      operationId: 'resetOperator',
      summary: 'Let an operator choose a new password with a link',
      description: `The link is mailed to them. The old password and one-time codes no longer work, and all sessions end. ${ROLE_RULE}`,
      tags: OPERATOR_TAGS,
      params: OperatorPath,
      response: { 200: WithLink, ...problems() },
    },
    handler: (request) => {
      const id = guidOf(request.params.operatorId);
      return command(request, (tx) => resetOperator(tx, id, managerOf(request)), withLink);
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:operatorId`,
    config: { access: access.vendor('operators:write'), isSensitive: true },
    schema: {
      operationId: 'removeOperator',
      summary: 'Remove an operator',
      description: `All sessions end at once. The audit log keeps the name. ${ROLE_RULE}`,
      tags: OPERATOR_TAGS,
      params: OperatorPath,
      response: { 200: OperatorAnswer, ...problems(lastOwner) },
    },
    handler: (request) => {
      const id = guidOf(request.params.operatorId);
      return command(request, (tx) => removeOperator(tx, id, managerOf(request)), operatorAnswer);
    },
  });
}

/** Whoever makes the request, and gives no role that may do more. */
function managerOf({ caller }: FastifyRequest) {
  return { scopes: scopesOfCaller(caller) };
}

function withLink({ operator, link }: OperatorWithLink) {
  return {
    operator: operatorAnswer(operator),
    link: { url: link.url, expiresAt: link.expiresAt.toISOString() },
  };
}
